import { describe, expect, test } from 'vitest'
import { createClient } from '../../core/contract/client/client.ts'
import { type Friend, newServer, signIn } from '../../server/compose/friends.fixture.ts'

const CLOSED = { code: 'FORBIDDEN', message: 'Your account is closed' }
const MOVED = 'device_Tablet_0123456789'

/** Bella plays on two devices and is banned. */
async function banned() {
  const server = newServer()
  const [anna, bella] = [await signIn(server, 'Anna'), await signIn(server, 'Bella')]
  const anybody = createClient({ baseUrl: 'http://in-process', fetch: server.fetch })
  const move = async (player: Friend, deviceId: string) => {
    const { code } = await player.createMoveCode()
    return anybody.moveHere({ body: { code, deviceId, replace: true } })
  }
  await move(bella, MOVED)
  await anna.decide({ body: { userId: bella.id, action: 'ban' } })
  const signInWith = (deviceId: string) => anybody.signInDevice({ body: { deviceId } })
  return { anna, bella, move, signInWith }
}

describe('a ban holds for all devices of the player', () => {
  test('after the account is deleted', async () => {
    const { bella, signInWith } = await banned()
    await bella.deleteAccount({ body: { username: 'Bella' } })
    for (const deviceId of ['device_Bella_0123456789', MOVED])
      await expect(signInWith(deviceId)).rejects.toMatchObject(CLOSED)
  })

  test('which cannot be signed out to begin anew', async () => {
    const { bella } = await banned()
    const { devices } = await bella.getDevices()
    const other = devices.find(({ current }) => !current)
    await expect(bella.removeDevice({ params: { id: other?.id ?? '' } })).rejects.toMatchObject(CLOSED)
  })

  test('which cannot become devices of another player', async () => {
    const { anna, move } = await banned()
    for (const deviceId of ['device_Bella_0123456789', MOVED])
      await expect(move(anna, deviceId)).rejects.toMatchObject(CLOSED)
  })

  test('until it is lifted, also if the account is gone', async () => {
    const { anna, bella, signInWith } = await banned()
    await bella.deleteAccount({ body: { username: 'Bella' } })
    await anna.decide({ body: { userId: bella.id, action: 'lift' } })
    for (const deviceId of ['device_Bella_0123456789', MOVED])
      expect(await signInWith(deviceId)).toMatchObject({ isNewUser: true })
  })
})
