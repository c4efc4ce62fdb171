import { setupServer } from 'msw/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { referenceScorer } from '../server/platform/node-ports.ts'
import { DEMO } from '../server/worlds/demo-server.fixture.ts'
import { createClient } from './client.ts'
import { handlers } from './msw.ts'

/** A client of a mock, until the test ends. */
function clientOfMock(options: Parameters<typeof handlers>[0]) {
  const mock = setupServer(...handlers(options))
  mock.listen({ onUnhandledRequest: 'error' })
  onTestFinished(() => mock.close())
  return createClient({ baseUrl: 'https://inkling.test' })
}

test('an unknown world is refused before the first call', () => {
  const options = { world: 'Atlantis' as 'demo' }
  expect(() => handlers(options)).toThrow(
    new RangeError("There is no world named 'Atlantis'. Use one of demo, empty, busy."),
  )
})

test('resetWorld returns the stored demo world instead of building it again', async () => {
  const client = clientOfMock(DEMO)
  const { counts } = await client.getControlStatus()
  // The guesses of a world are judged when it is built.
  const judge = vi.spyOn(referenceScorer, 'judge')
  await client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
  await client.resetWorld()
  expect((await client.getControlStatus()).counts).toEqual(counts)
  expect(judge).not.toHaveBeenCalled()
})

test('the document of the API and request ids are not part of the mock, as its README says', async () => {
  clientOfMock({ seed: '7' })
  const document = await fetch('https://inkling.test/api/openapi.json')
  expect([document.status, document.headers.get('x-request-id')]).toEqual([404, null])
  await expect(fetch('https://inkling.test/healthz')).rejects.toThrow()
})

test('resetWorld restores the initial world', async () => {
  const client = clientOfMock({ seed: '7' })
  const signIn = () => client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
  await signIn()
  expect(await signIn()).toMatchObject({ isNewUser: false })
  await client.resetWorld()
  expect(await signIn()).toMatchObject({ isNewUser: true })
})
