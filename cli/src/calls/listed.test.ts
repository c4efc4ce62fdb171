import { expect, test } from 'vitest'
import { type PageOptions, readPages } from './listed.ts'

const ids = Array.from({ length: 2500 }, (_, at) => String(at).padStart(4, '0'))

/** A list of these ids, which counts its calls. */
function list() {
  const calls: PageOptions[] = []
  const read = async (options: PageOptions) => {
    calls.push(options)
    const { limit = ids.length, after = '' } = options
    const rest = ids.filter((id) => id > after)
    const page = rest.slice(0, limit)
    const next = rest.length > limit ? page.at(-1) : undefined
    return { items: page.map((id) => ({ id })), next }
  }
  return { calls, read }
}

test('without a limit everything is read in pages, from where the list begins', async () => {
  const { calls, read } = list()
  const { items, next } = await readPages(read, {})
  expect(items.map(({ id }) => id)).toEqual(ids)
  expect(next).toBeUndefined()
  expect(calls.map(({ after }) => after)).toEqual([undefined, '0999', '1999'])
  expect((await readPages(list().read, { after: '2400' })).items).toHaveLength(99)
})

test('a list that leads back, or says null at its end, is not read for ever', async () => {
  const read = async () => ({ items: [], next: '5' })
  await expect(readPages(read, {})).rejects.toThrow("the server's list goes back from 5 to 5")
  expect(await readPages(async () => ({ items: [{ id: '1' }], next: null }), {})).toEqual({
    items: [{ id: '1' }],
  })
})

test('with a limit one page is read', async () => {
  const { calls, read } = list()
  expect(await readPages(read, { limit: 2, after: '0005' })).toEqual({
    items: [{ id: '0006' }, { id: '0007' }],
    next: '0007',
  })
  expect(calls).toEqual([{ limit: 2, after: '0005' }])
})
