import { expect, test } from 'vitest'
import { createClient } from '../../core/contract/client/client.ts'
import { createInProcessServer } from '../../server/compose/in-process-server.ts'

async function twoPlayers() {
  const { fetch } = createInProcessServer({ seed: 'phones', clock: '2026-03-07T12:00:00-05:00' })
  const player = async (who: string) => {
    let token: string | null = null
    const client = createClient({ baseUrl: 'http://in-process', fetch, token: () => token })
    token = (await client.signInDevice({ body: { deviceId: `device_${who}_0123456789` } })).token
    return client
  }
  return { ann: await player('ann'), ben: await player('ben') }
}

const phone = { token: 'a phone', platform: 'android' as const }

test('a token is listed with its data, and moves to the player who registers it last', async () => {
  const { ann, ben } = await twoPlayers()
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
  const { ann, ben } = await twoPlayers()
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
  const { fetch } = createInProcessServer({ seed: 'phones' })
  const ask = (path: string, token: string, sent: object) =>
    fetch(`http://in-process/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(sent),
    })
  const { token } = await (await ask('auth/device', '', { deviceId: 'device_ann_0123456789' })).json()
  const refused = await ask('notifications/register-token', token, body)
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: { code: 'VALIDATION_FAILED', message } },
  ])
})
