import { describe, expect, test } from 'vitest'
import type { Client } from '../../core/contract/client/client.ts'
import type { SignedIn } from '../../core/contract/schemas/user.ts'
import {
  anyone,
  deviceOf,
  friendOf,
  newServer,
  playerOf,
  signIn,
} from '../../server/compose/friends.fixture.ts'

const MINUTE = 60_000
const NO_CODE = { code: 'NOT_FOUND', message: 'This code is unknown, used or too old. Make a new one.' }

function open() {
  const server = newServer()
  /** A player with a name and an avatar. */
  const join = async (name: string) => {
    const player = await signIn(server, name)
    await player.updateProfile({ body: { avatar: '🦊' } })
    server.clock.advance(MINUTE)
    return player
  }
  const anybody = anyone(server)
  const moveHere = (code: string, name: string, replace?: boolean) =>
    anybody.moveHere({ body: { code, deviceId: deviceOf(name), ...(replace && { replace }) } })
  const moveCodeOf = async (player: Client) => (await player.createMoveCode()).code
  const client = (signedIn: SignedIn) => friendOf(server, signedIn)
  return { server, clock: server.clock, anybody, client, join, moveHere, moveCodeOf }
}

describe('a move code', () => {
  test('tells whose player the device becomes, as others see them, and still works', async () => {
    const { anybody, join, moveHere, moveCodeOf } = open()
    const ann = await join('Ann')
    const code = await moveCodeOf(ann)
    const typed = `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`
    const preview = () => anybody.previewMove({ body: { code: typed } })
    expect(await preview()).toEqual({ username: 'Ann', avatar: '🦊' })
    await ann.decide({ body: { userId: (await ann.getProfile()).id, action: 'hide' } })
    expect(await preview()).toEqual({ username: 'Player', avatar: null })
    expect((await moveHere(code, 'tablet')).user.username).toBe('Ann')
    await expect(preview()).rejects.toMatchObject(NO_CODE)
    await expect(anybody.previewMove({ body: { code: '' } })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Please enter the 8-character code',
    })
  })

  test('is too old after ten minutes, for the preview too', async () => {
    const { anybody, join, moveCodeOf, clock } = open()
    const code = await moveCodeOf(await join('Ann'))
    clock.advance(10 * MINUTE)
    await expect(anybody.previewMove({ body: { code } })).rejects.toMatchObject(NO_CODE)
  })

  test.each<[string, (present: Client) => Promise<unknown>]>([
    ['a name of their own', (present) => present.updateProfile({ body: { username: 'Ben' } })],
    ['finished onboarding', (present) => present.updateProfile({ body: { finishedOnboarding: true } })],
    ['a group', (present) => present.createGroup({ body: { name: 'Owls' } })],
    ['a game', (present) => present.jumpIn()],
  ])('takes no device of a player with %s without asking, and stays valid', async (_, change) => {
    const { server, join, moveHere, moveCodeOf } = open()
    const code = await moveCodeOf(await join('Ann'))
    const present = await playerOf(server, 'ben')
    await change(present)
    const { username } = await present.getProfile()
    await expect(moveHere(code, 'ben')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `This device already plays as ${username}`,
    })
    await present.getProfile()
    expect((await moveHere(code, 'ben', true)).user.username).toBe('Ann')
  })

  test('takes the device of a player who has done nothing yet', async () => {
    const { server, join, moveHere, moveCodeOf } = open()
    const code = await moveCodeOf(await join('Ann'))
    await playerOf(server, 'new')
    const moved = await moveHere(code, 'new')
    expect(moved.user.username).toBe('Ann')
    expect(moved).not.toHaveProperty('formerCode')
  })

  test('of the player who was given up brings them back within ten minutes', async () => {
    const { join, server, client, moveHere, moveCodeOf, clock } = open()
    const ann = await join('Ann')
    const ben = await join('Ben')
    const { id } = await ben.createGroup({ body: { name: 'Owls' } })
    const stale = await moveCodeOf(ben)
    clock.advance(MINUTE)
    const { formerCode } = await moveHere(await moveCodeOf(ann), 'Ben', true)
    expect(formerCode?.expiresAt).toBe('2026-03-07T17:13:00.000Z')
    await expect(moveHere(stale, 'phone')).rejects.toMatchObject(NO_CODE)
    clock.advance(10 * MINUTE - 1)
    const back = client(await moveHere(formerCode?.code ?? '', 'phone'))
    expect(await back.getProfile()).toMatchObject({ username: 'Ben', groupId: id })
    // It is their only device again, as if it had been the first.
    expect((await back.getDevices()).devices).toMatchObject([{ current: true }])
    expect((await (await playerOf(server, 'phone')).getProfile()).username).toBe('Ben')
    expect((await ann.getDevices()).devices).toHaveLength(2)
    const again = await moveHere(await moveCodeOf(ann), 'phone', true)
    clock.advance(10 * MINUTE)
    await expect(moveHere(again.formerCode?.code ?? '', 'phone')).rejects.toMatchObject(NO_CODE)
  })
})

describe('a device that joins', () => {
  async function joined() {
    const opened = open()
    const { join, client, moveHere, moveCodeOf, clock } = opened
    const phone = await join('Ann')
    await phone.registerToken({ body: { token: 'phone', platform: 'ios', timeZone: 'America/New_York' } })
    const tablet = client(await moveHere(await moveCodeOf(phone), 'tablet'))
    const at = '2026-03-07T17:01:00.000Z'
    clock.advance(MINUTE)
    return { ...opened, phone, tablet, at }
  }

  test('is told to the others, on each of them until it is read there', async () => {
    const { phone, tablet, at, anybody, client, moveHere, moveCodeOf, clock } = await joined()
    expect((await phone.getProfile()).newDevice).toEqual({ at })
    expect((await anybody.signInDevice({ body: { deviceId: deviceOf('Ann') } })).user.newDevice).toEqual({
      at,
    })
    // The new device neither sees it nor can take it off the others.
    expect(await tablet.getProfile()).not.toHaveProperty('newDevice')
    await tablet.acknowledgeDevice({ body: { at } })
    expect((await phone.getProfile()).newDevice).toEqual({ at })
    await phone.acknowledgeDevice({ body: { at } })
    expect(await phone.getProfile()).not.toHaveProperty('newDevice')
    const laptop = client(await moveHere(await moveCodeOf(tablet), 'laptop'))
    const later = '2026-03-07T17:02:00.000Z'
    for (const each of [phone, tablet]) expect((await each.getProfile()).newDevice).toEqual({ at: later })
    expect(await laptop.getProfile()).not.toHaveProperty('newDevice')
    await tablet.acknowledgeDevice({ body: { at: later } })
    expect(await tablet.getProfile()).not.toHaveProperty('newDevice')
    expect((await phone.getProfile()).newDevice).toEqual({ at: later })
    // What was read on the tablet stays read when it becomes the first device.
    clock.advance(24 * 60 * MINUTE)
    const { devices } = await tablet.getDevices()
    await tablet.removeDevice({ params: { id: devices[0]?.id ?? '' } })
    expect(await tablet.getProfile()).not.toHaveProperty('newDevice')
  })

  test('is told even if it has left by then', async () => {
    const { phone, tablet, at } = await joined()
    const { devices } = await tablet.getDevices()
    await tablet.removeDevice({ params: { id: devices.find(({ current }) => current)?.id ?? '' } })
    expect((await phone.getProfile()).newDevice).toEqual({ at })
  })

  test('is notified to the others only', async () => {
    const { phone, tablet } = await joined()
    await tablet.registerToken({ body: { token: 'tablet', platform: 'ios' } })
    expect((await phone.getOutbox()).items).toMatchObject([
      { token: 'phone', title: 'A new device plays as you', path: '/' },
    ])
  })

  test('in the night is notified in the morning, and not to the new device then either', async () => {
    const { phone, tablet, moveHere, moveCodeOf, clock } = await joined()
    await tablet.registerToken({ body: { token: 'tablet', platform: 'ios' } })
    await phone.clearOutbox()
    clock.advance(14 * 60 * MINUTE)
    await moveHere(await moveCodeOf(phone), 'laptop')
    expect((await phone.getOutbox()).items).toEqual([])
    clock.advance(9 * 60 * MINUTE)
    const told = (await phone.getOutbox()).items.filter(({ title }) => title === 'A new device plays as you')
    expect(told.map(({ token }) => token)).toEqual(['phone', 'tablet'])
  })
})
