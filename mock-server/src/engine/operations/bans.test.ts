import { describe, expect, test } from 'vitest'
import { moveTo, newServer, playerOf, signInAll } from '../../server/compose/friends.fixture.ts'

const CLOSED = { code: 'FORBIDDEN', message: 'Your account is closed' }
const DEVICES = ['Bella', 'Tablet'] as const

/** Bella plays on two devices and is banned. */
async function banned() {
  const server = newServer()
  const [anna, bella] = await signInAll(server, ['Anna', 'Bella'])
  await moveTo(server, bella, 'Tablet')
  await anna.decide({ body: { userId: bella.id, action: 'ban' } })
  return { server, anna, bella }
}

describe('a ban holds for all devices of the player', () => {
  test('after the account is deleted', async () => {
    const { server, bella } = await banned()
    await bella.deleteAccount({ body: { username: 'Bella' } })
    for (const name of DEVICES) await expect(playerOf(server, name)).rejects.toMatchObject(CLOSED)
  })

  test('which cannot be signed out to begin anew', async () => {
    const { bella } = await banned()
    const { devices } = await bella.getDevices()
    const other = devices.find(({ current }) => !current)
    await expect(bella.removeDevice({ params: { id: other?.id ?? '' } })).rejects.toMatchObject(CLOSED)
  })

  test('which cannot become devices of another player', async () => {
    const { server, anna } = await banned()
    for (const name of DEVICES) await expect(moveTo(server, anna, name)).rejects.toMatchObject(CLOSED)
  })

  test('until it is lifted, also if the account is gone', async () => {
    const { server, anna, bella } = await banned()
    await bella.deleteAccount({ body: { username: 'Bella' } })
    await anna.decide({ body: { userId: bella.id, action: 'lift' } })
    for (const name of DEVICES) expect((await playerOf(server, name)).id).not.toBe(bella.id)
  })
})
