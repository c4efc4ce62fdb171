import { setupServer } from 'msw/node'
import { expect, test, vi } from 'vitest'
import { referenceScorer } from '../server/platform/node-ports.ts'
import { DEMO } from '../server/worlds/demo-server.fixture.ts'
import { createClient } from './client.ts'
import { handlers } from './msw.ts'

test('an unknown world is refused before the first call', () => {
  const options = { world: 'Atlantis' as 'demo' }
  expect(() => handlers(options)).toThrow(
    new RangeError("There is no world named 'Atlantis'. Use one of demo, empty, busy."),
  )
})

test('resetWorld returns the stored demo world instead of building it again', async () => {
  const mock = setupServer(...handlers(DEMO))
  mock.listen({ onUnhandledRequest: 'error' })
  try {
    const client = createClient({ baseUrl: 'https://inkling.test' })
    const { counts } = await client.getControlStatus()
    // The guesses of a world are judged when it is built.
    const judge = vi.spyOn(referenceScorer, 'judge')
    await client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
    await client.resetWorld()
    expect((await client.getControlStatus()).counts).toEqual(counts)
    expect(judge).not.toHaveBeenCalled()
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
