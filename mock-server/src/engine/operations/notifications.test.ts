import { expect, test } from 'vitest'
import { newServer, playerOf, signInAll } from '../../server/compose/friends.fixture.ts'

const phone = { token: 'a phone', platform: 'android' as const }

test('a token is listed with its data, and moves to the player who registers it last', async () => {
  const [ann, ben] = await signInAll(newServer(), ['Ann', 'Ben'])
  expect(await ann.registerToken({ body: { ...phone, deviceId: 'a name' } })).toEqual({ success: true })
  const [device] = (await ann.getDevices()).devices
  expect(await ann.getTokens()).toEqual({
    tokens: [{ ...phone, deviceId: device?.id, createdAt: '2026-03-07T17:00:00.000Z' }],
  })
  await ben.registerToken({ body: { ...phone, token: ' a phone ' } })
  expect(await ann.getTokens()).toEqual({ tokens: [] })
  expect((await ben.getTokens()).tokens).toMatchObject([phone])
})

test("unregistering removes only the caller's token, and succeeds if there is none", async () => {
  const [ann, ben] = await signInAll(newServer(), ['Ann', 'Ben'])
  await ann.registerToken({ body: phone })
  expect(await ben.unregisterToken({ body: phone })).toEqual({ success: true })
  expect((await ann.getTokens()).tokens).toHaveLength(1)
  for (let time = 0; time < 2; time++)
    expect(await ann.unregisterToken({ body: phone })).toEqual({ success: true })
  expect(await ann.getTokens()).toEqual({ tokens: [] })
})

test.each([
  [{}, 'Cannot register empty token'],
  [{ token: '  ', platform: 'ios' }, 'Cannot register empty token'],
  [{ token: 'é'.repeat(1301), platform: 'ios' }, 'A token has at most 2600 bytes'],
  [{ token: 'a phone' }, 'Platform is required for token registration'],
  [{ token: 'a phone', platform: 'toaster' }, 'Platform is required for token registration'],
])('%j is refused: %s', async (body, message) => {
  const ann = await playerOf(newServer(), 'Ann')
  const refused = ann.registerToken({ body: body as never })
  await expect(refused).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED', message })
})
