import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../../../engine/code-of.fixture.ts'
import {
  anyone,
  deviceOf,
  type Friend,
  friendOf,
  moveTo,
  overHttp,
  playerOf,
} from '../../compose/friends.fixture.ts'
import { type RunningServer, startServer } from '../../main.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const KEY = 'key of the operator'
const TOO_NEW = { code: 'FORBIDDEN', message: 'This device is too new for that' }

let server: RunningServer
let owner: Friend

beforeEach(async () => {
  server = await startServer({
    port: 0,
    data: null,
    seed: 'thief',
    clock: '2026-03-07T12:00:00-05:00',
    adminKey: KEY,
  })
  owner = await signIn('owner')
  await owner.updateProfile({ body: { username: 'Ann', avatar: '🦊', finishedOnboarding: true } })
})
afterEach(() => server.close())

const signIn = (name: string): Promise<Friend> => playerOf(overHttp(server), name)

const useCode = async (code: string, name: string): Promise<Friend> => {
  const body = { code, deviceId: deviceOf(name), replace: true }
  return friendOf(overHttp(server), await anyone(overHttp(server)).moveHere({ body }))
}

/** A device that joins with a code of the owner's. */
const join = (name: string): Promise<Friend> => moveTo(overHttp(server), owner, name)

const admin = () => anyone(overHttp(server))

const idOf = async (of: Friend): Promise<string> =>
  (await of.getDevices()).devices.find(({ current }) => current)?.id ?? ''

const signOut = async (by: Friend, other: Friend) => by.removeDevice({ params: { id: await idOf(other) } })

describe('a thief who has got into an account', () => {
  test('does not come back with a code made before the device was signed out', async () => {
    const thief = await join('thief')
    const { code } = await thief.createMoveCode()
    await signOut(owner, thief)
    for (const name of ['thief', 'accomplice']) expect(await codeOf(useCode(code, name))).toBe('NOT_FOUND')
    expect(await codeOf(thief.getProfile())).toBe('AUTH_INVALID')
    expect(await codeOf(thief.createMoveCode())).toBe('AUTH_INVALID')
    expect((await signIn('thief')).id).not.toBe(owner.id)
    expect((await owner.getDevices()).devices).toHaveLength(1)
  })

  test('does not come back after everything else was logged out', async () => {
    const [thief, accomplice] = [await join('thief'), await join('accomplice')]
    const { code } = await accomplice.createMoveCode()
    const { devices } = await owner.signOutOthers()
    expect(devices).toMatchObject([{ current: true }])
    expect(await codeOf(useCode(code, 'another'))).toBe('NOT_FOUND')
    for (const each of [thief, accomplice]) expect(await codeOf(each.getProfile())).toBe('AUTH_INVALID')
    expect((await owner.getProfile()).username).toBe('Ann')
  })

  test('cannot sign out the owner within a day, alone or with an accomplice', async () => {
    const thief = await join('thief')
    server.clock.advance(HOUR)
    const accomplice = await useCode((await thief.createMoveCode()).code, 'accomplice')
    server.clock.advance(22 * HOUR)
    for (const each of [thief, accomplice]) {
      await expect(signOut(each, owner)).rejects.toMatchObject(TOO_NEW)
      await expect(each.signOutOthers()).rejects.toMatchObject(TOO_NEW)
      await expect(each.deleteAccount({ body: { username: 'Ann' } })).rejects.toMatchObject(TOO_NEW)
    }
    expect((await owner.getDevices()).devices).toHaveLength(3)
    // Those that came later.
    expect(await codeOf(signOut(accomplice, thief))).toBe('FORBIDDEN')
    expect((await signOut(thief, accomplice)).devices).toHaveLength(2)
    expect((await owner.signOutOthers()).devices).toHaveLength(1)
  })

  test('cannot do so by leaving and coming back', async () => {
    const thief = await join('thief')
    const other = await signIn('elsewhere')
    server.clock.advance(DAY - 1)
    const { code } = await other.createMoveCode()
    expect((await useCode(code, 'thief')).id).toBe(other.id)
    expect(await codeOf(thief.getProfile())).toBe('AUTH_INVALID')
    server.clock.advance(1)
    const again = await join('thief')
    await expect(signOut(again, owner)).rejects.toMatchObject(TOO_NEW)
  })

  test('cannot use a code made before a ban or a suspension', async () => {
    for (const decision of [{ action: 'ban' as const }, { action: 'suspend' as const, days: 1 }]) {
      const { code } = await owner.createMoveCode()
      await admin().decide({ body: { userId: owner.id, ...decision } })
      await admin().decide({ body: { userId: owner.id, action: 'lift' } })
      expect(await codeOf(useCode(code, 'thief'))).toBe('NOT_FOUND')
    }
  })
})

test('a device of the first day may sign itself out, and after it every other one', async () => {
  const [phone, tablet] = [await join('phone'), await join('tablet')]
  expect(await codeOf(signOut(tablet, tablet))).toBe('ok')
  server.clock.advance(DAY)
  expect((await phone.signOutOthers()).devices).toHaveLength(1)
  expect(await codeOf(owner.getProfile())).toBe('AUTH_INVALID')
  expect((await phone.getProfile()).id).toBe(owner.id)
})

describe('notifications of a device that was signed out', () => {
  const tokens = async () => (await admin().getOutbox()).items.map(({ token }) => token)

  test.each([
    ['without a device id', undefined],
    ["with the owner's device id", deviceOf('owner')],
    ['with a name', 'my phone'],
  ])('are not sent, if its token was registered %s', async (_, body) => {
    const thief = await join('thief')
    const zone = { timeZone: 'America/New_York' }
    await owner.registerToken({ body: { token: 'owner', platform: 'ios', ...zone } })
    await thief.registerToken({
      body: { token: 'thief', platform: 'ios', ...(body !== undefined && { deviceId: body }), ...zone },
    })
    const { code } = await owner.createGroup({ body: { name: 'Owls' } })
    const ben = await signIn('ben')
    await ben.joinGroup({ body: { code } })
    await admin().clearOutbox()
    await signOut(owner, thief)
    expect((await owner.getTokens()).tokens.map(({ token }) => token)).toEqual(['owner'])
    // Ben passes, so it is Ann's turn. The next morning there are results.
    await ben.jumpIn()
    await ben.startTurn()
    await ben.skipTurn()
    expect(await tokens()).toEqual(['owner'])
    server.clock.advance(DAY)
    expect([...new Set(await tokens())]).toEqual(['owner'])
    expect((await tokens()).length).toBeGreaterThan(1)
  })
})
