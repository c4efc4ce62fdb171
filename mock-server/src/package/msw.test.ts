import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { handlers } from './msw.ts'

test('an unknown world is refused before the first call', () => {
  const options = { world: 'Atlantis' as 'demo' }
  expect(() => handlers(options)).toThrow(
    new RangeError("There is no world named 'Atlantis'. Use one of demo, empty, busy."),
  )
})

test('resetWorld returns the stored demo world instead of building it again', async () => {
  const mock = setupServer(...handlers({ world: 'demo', seed: 'stored', clock: '2026-03-07T12:00:00-05:00' }))
  mock.listen({ onUnhandledRequest: 'error' })
  try {
    const client = createClient({ baseUrl: 'https://inkling.test' })
    const start = performance.now()
    const { counts } = await client.getControlStatus()
    const building = performance.now() - start
    const resets: number[] = []
    // The fastest of several, because this machine may be busy meanwhile.
    for (let at = 0; at < 3; at++) {
      await client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
      const reset = performance.now()
      await client.resetWorld()
      resets.push(performance.now() - reset)
    }
    expect(Math.min(...resets)).toBeLessThan(building / 2)
    expect((await client.getControlStatus()).counts).toEqual(counts)
  } finally {
    mock.close()
  }
})

test('the document of the API and request ids are not part of the mock, as its README says', async () => {
  const mock = setupServer(...handlers({ seed: '7' }))
  mock.listen({ onUnhandledRequest: 'error' })
  try {
    const document = await fetch('https://inkling.test/api/openapi.json')
    expect([document.status, document.headers.get('x-request-id')]).toEqual([404, null])
    await expect(fetch('https://inkling.test/healthz')).rejects.toThrow()
  } finally {
    mock.close()
  }
})

test('resetWorld restores the initial world', async () => {
  const mock = setupServer(...handlers({ seed: '7' }))
  mock.listen({ onUnhandledRequest: 'error' })
  try {
    const client = createClient({ baseUrl: 'https://inkling.test' })
    const signIn = () => client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
    await signIn()
    expect(await signIn()).toMatchObject({ isNewUser: false })
    await client.resetWorld()
    expect(await signIn()).toMatchObject({ isNewUser: true })
  } finally {
    mock.close()
  }
})
