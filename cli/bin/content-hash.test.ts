import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const { contentHash }: { contentHash: (root: string, paths: string[]) => string } = await import(
  new URL('./content-hash.mjs', import.meta.url).href
)

test('the hash depends on the content of a file, not on its time', async () => {
  const root = await mkdtemp(join(tmpdir(), 'inkling-hash-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const write = async (text: string, time: number) => {
    await writeFile(join(root, 'a.ts'), text)
    await utimes(join(root, 'a.ts'), time, time)
    return contentHash(root, ['a.ts', 'gone.ts'])
  }
  const before = await write('one', 1000)
  expect(await write('one', 2000)).toBe(before)
  expect(await write('two', 1000)).not.toBe(before)
})

test('the hash depends on the files in a folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'inkling-hash-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await writeFile(join(root, 'a'), 'x')
  const before = contentHash(root, ['.'])
  await writeFile(join(root, 'b'), '')
  expect(contentHash(root, ['.'])).not.toBe(before)
  await rm(join(root, 'b'))
  expect(contentHash(root, ['.'])).toBe(before)
})
