import { describe, expect, test } from 'vitest'
import { HIDDEN_PICTURE } from '../../core/picture/hidden-picture.ts'
import { picture } from '../../core/picture/picture.fixture.ts'
import {
  anyone,
  deviceOf,
  friendOf,
  groupGame,
  inOneGroup,
  moveTo,
  newServer,
  playerOf,
  signIn,
  signInAll,
} from '../../server/compose/friends.fixture.ts'
import { MemoryStore } from '../../server/stores/memory/memory-store.ts'
import { codeOf } from '../code-of.fixture.ts'
import { storeWithMethods } from '../replaced-methods.fixture.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('groups', () => {
  test('a kept-out player cannot rejoin until let back in, or until their account is deleted, with all that is stored of it', async () => {
    const server = newServer()
    const [ann, ben] = await signInAll(server, ['Ann', 'Ben'])
    const { id, code } = await ann.createGroup({ body: { name: 'Owls' } })
    await ben.joinGroup({ body: { code } })
    await ann.kickMember({ params: { id }, body: { userId: ben.id, keepOut: true } })
    expect(await codeOf(ben.joinGroup({ body: { code } }))).toBe('NOT_FOUND')
    expect((await ann.getKeptOut({ params: { id } })).players).toMatchObject([
      { userId: ben.id, username: 'Ben' },
    ])
    expect(await codeOf(ben.getKeptOut({ params: { id } }))).toBe('FORBIDDEN')
    expect((await ann.letBackIn({ params: { id, userId: ben.id } })).players).toEqual([])
    expect(await codeOf(ben.joinGroup({ body: { code } }))).toBe('ok')
    await ann.kickMember({ params: { id }, body: { userId: ben.id, keepOut: true } })
    await ben.deleteAccount({ body: { username: 'Ben' } })
    expect((await ann.getKeptOut({ params: { id } })).players).toEqual([])
    const again = await playerOf(server, 'Ben')
    expect(again.id).not.toBe(ben.id)
    expect(await codeOf(again.joinGroup({ body: { code } }))).toBe('ok')
  })

  test('a new code ends the old one at once', async () => {
    const server = newServer()
    const [ann, ben] = await signInAll(server, ['Ann', 'Ben'])
    const { id, code } = await ann.createGroup({ body: { name: 'Owls' } })
    const renewed = await ann.renewGroupCode({ params: { id } })
    expect(renewed.code).toMatch(/^[ACDEFGHJKLMNPQRTUVWXYZ234679]{6}$/)
    expect(renewed.code).not.toBe(code)
    expect(await codeOf(ben.joinGroup({ body: { code } }))).toBe('NOT_FOUND')
    await ben.joinGroup({ body: { code: renewed.code } })
    expect(await codeOf(ben.renewGroupCode({ params: { id } }))).toBe('FORBIDDEN')
  })

  test('a code with letters that look alike is found however it is typed', async () => {
    const server = newServer()
    const [ann, ben] = await signInAll(server, ['Ann', 'Ben'])
    const { id } = await ann.createGroup({ body: { name: 'Owls' } })
    const world = await ann.exportWorld()
    const groups = (world.groups as { id: string }[]).map((group) => ({ ...group, code: 'O1SB8A' }))
    await ann.restoreWorld({ body: { ...world, groups } })
    expect((await ben.lookupGroup({ params: { code: '0I588a' } })).id).toBe(id)
  })
})

test('a profane guess costs no attempt, and contact details are refused in public games only', async () => {
  const { server, ann, ben } = await groupGame('Ann', 'Ben')
  await ann.draw()
  await ben.startTurn()
  await expect(ben.submitGuess({ body: { guess: 'fuck you' } })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: 'Please keep it family-friendly',
  })
  expect((await ben.submitGuess({ body: { guess: 'example.com' } })).attemptsRemaining).toBe(4)
  const [cat, dan] = await signInAll(server, ['Cat', 'Dan'])
  await cat.jumpIn()
  await dan.jumpIn()
  await cat.draw()
  await dan.startTurn()
  expect(await codeOf(dan.submitGuess({ body: { guess: 'example.com' } }))).toBe('VALIDATION_FAILED')
  expect((await dan.submitGuess({ body: { guess: 'a cat' } })).attemptsRemaining).toBe(4)
})

describe('an account', () => {
  test('is exported whole, with drawings', async () => {
    const server = newServer()
    const [ann, ben] = await signInAll(server, ['Ann', 'Ben'])
    await ann.updateProfile({ body: { avatar: '🦊' } })
    await inOneGroup([ann])
    await ann.draw()
    await ann.block({ body: { userId: ben.id } })
    await ann.registerToken({ body: { token: 'a phone', platform: 'ios' } })
    server.clock.advance(DAY)
    await ann.triggerDailyGames()
    const drawn = expect.objectContaining({ drawing: picture(40) })
    expect(await ann.exportAccount()).toMatchObject({
      format: 'inkling-account',
      user: { username: 'Ann', avatar: '🦊' },
      devices: [{ addedAt: expect.any(String) }],
      group: { name: 'Owls', isHost: true },
      games: expect.arrayContaining([
        expect.objectContaining({ date: '2026-03-08', word: null, entries: [] }),
        expect.objectContaining({ date: '2026-03-07', word: expect.any(String), entries: [drawn] }),
      ]),
      blocks: [{ userId: ben.id }],
      pushTokens: [{ token: 'a phone', platform: 'ios' }],
    })
    expect(JSON.stringify(await ann.exportAccount())).not.toContain('deviceHash')
  })

  test('is exported over years, the oldest game first, in pieces that read a few games at a time', async () => {
    const reads: number[] = []
    const store = storeWithMethods(new MemoryStore(), (tx) => ({
      peek: async (collection, index, keys) => {
        const found = await tx.peek(collection, index, keys)
        if (collection === 'games' && index === 'id') reads.push(keys.length)
        return found
      },
    }))
    const server = newServer({ store })
    const ann = await signIn(server, 'Ann')
    await ann.createGroup({ body: { name: 'Owls' } })
    for (let day = 0; day < 20; day++) {
      await ann.triggerDailyGames()
      await ann.draw()
      server.clock.advance(DAY)
    }
    reads.length = 0
    const { games } = (await ann.exportAccount()) as unknown as {
      games: { date: string; entries: unknown[] }[]
    }
    const dates = games.map(({ date }) => date)
    expect(dates).toHaveLength(21)
    expect(dates).toEqual(dates.toSorted())
    expect(games.filter(({ entries }) => entries.length === 1)).toHaveLength(20)
    expect(Math.max(...reads)).toBeLessThanOrEqual(8)
    const response = await server.fetch('http://in-process/api/user/export')
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/json'])
  })

  test('is exported without the notes of moderators, but with what they have told the player', async () => {
    const { server, ann, ben, gameId } = await groupGame('Ann', 'Ben')
    await ann.draw()
    server.clock.advance(DAY)
    const { reportId } = await ben.report({
      body: { gameId, kind: 'drawing', stepIndex: 0, reason: 'other', note: "Ben's words" },
    })
    await ben.decide({ body: { reportId, action: 'dismiss', note: 'Ben reports everything' } })
    await ben.decide({ body: { userId: ann.id, action: 'warn', note: 'Please be kind' } })
    const exported = await ann.exportAccount()
    expect(exported.decisions).toMatchObject([
      { action: 'dismiss', gameId, stepIndex: 0 },
      { action: 'warn' },
    ])
    const text = JSON.stringify(exported)
    for (const internal of ['Ben reports', "Ben's words", reportId]) expect(text).not.toContain(internal)
    expect(exported.user).toMatchObject({ warning: { note: 'Please be kind' } })
  })

  test('is deleted for good: in mid-turn, as host, and as the last member', async () => {
    const { server, ann, ben, cat, gameId } = await groupGame('Ann', 'Ben', 'Cat')
    const id = (await ann.getProfile()).groupId ?? ''
    const { code } = await ann.getGroup({ params: { id } })
    await ann.draw()
    server.clock.advance(DAY)
    await ann.startTurn()
    await expect(ann.deleteAccount({ body: { username: 'Anna' } })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    await ann.deleteAccount({ body: { username: 'Ann' } })
    expect(await codeOf(ann.getProfile())).toBe('AUTH_INVALID')
    expect(await ben.getGroup({ params: { id } })).toMatchObject({ hostId: ben.id, memberCount: 2 })
    expect((await ben.getToday()).currentTurn).toBeNull()
    const results = await ben.getGame({ params: { id: gameId } })
    expect(results.chain).toMatchObject([
      { username: 'Former player', avatar: null, hidden: 'all', content: { drawing: HIDDEN_PICTURE } },
    ])
    const again = await playerOf(server, 'Ann')
    expect(again.id).not.toBe(ann.id)
    expect((await again.getHistory({ query: {} })).entries).toEqual([])
    await ben.deleteAccount({ body: { username: 'Ben' } })
    await cat.deleteAccount({ body: { username: 'Cat' } })
    expect(await codeOf(again.joinGroup({ body: { code } }))).toBe('NOT_FOUND')
  })

  test('that is suspended can be deleted, but the device gets no new one before the end', async () => {
    const server = newServer()
    const ann = await signIn(server, 'Ann')
    await anyone(server).decide({ body: { userId: ann.id, action: 'suspend', days: 3 } })
    await ann.deleteAccount({ body: { username: 'Ann' } })
    await expect(playerOf(server, 'Ann')).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Your account is suspended until March 10, 2026',
    })
    server.clock.advance(3 * DAY)
    expect((await playerOf(server, 'Ann')).id).not.toBe(ann.id)
  })
})

describe('devices', () => {
  test('a code moves a player to another device in mid-turn, once and within ten minutes', async () => {
    const server = newServer()
    const ann = await signIn(server, 'Ann')
    await ann.jumpIn()
    const { turnId } = await ann.startTurn()
    const stale = await ann.createMoveCode()
    const { code, expiresAt } = await ann.createMoveCode()
    expect(code).toMatch(/^[ACDEFGHJKLMNPQRTUVWXYZ234679]{8}$/)
    expect(expiresAt).toBe('2026-03-07T17:10:00.000Z')
    const move = (typed: string, to: string) =>
      anyone(server).moveHere({ body: { code: typed, deviceId: deviceOf(to) } })
    expect(await codeOf(move(stale.code, 'tablet'))).toBe('NOT_FOUND')
    const typed = ` ${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`
    const tablet = friendOf(server, await move(typed, 'tablet'))
    expect(tablet.id).toBe(ann.id)
    expect((await tablet.startTurn()).turnId).toBe(turnId)
    expect(await codeOf(move(code, 'phone'))).toBe('NOT_FOUND')
    const late = await ann.createMoveCode()
    server.clock.advance(10 * MINUTE)
    expect(await codeOf(move(late.code, 'phone'))).toBe('NOT_FOUND')
    expect((await playerOf(server, 'tablet')).id).toBe(ann.id)
    expect((await tablet.getDevices()).devices.map(({ current }) => current)).toEqual([false, true])
    expect((await ann.getDevices()).devices.map(({ current }) => current)).toEqual([true, false])
  })

  test('list when they were last used, to the day, also while a token lasts', async () => {
    const server = newServer()
    const ann = await signIn(server, 'Ann')
    const tablet = await moveTo(server, ann, 'tablet')
    const seen = async () => (await ann.getDevices()).devices.map(({ lastSeenAt }) => lastSeenAt.slice(0, 16))
    server.clock.advance(3 * DAY)
    await tablet.getProfile()
    expect(await seen()).toEqual(['2026-03-07T17:00', '2026-03-10T17:00'])
    server.clock.advance(60 * MINUTE)
    await tablet.getProfile()
    await ann.getProfile()
    expect(await seen()).toEqual(['2026-03-10T18:00', '2026-03-10T17:00'])
  })

  test('a player has at most five devices, and each but the last can be signed out', async () => {
    const server = newServer()
    const ann = await signIn(server, 'Ann')
    const two = await moveTo(server, ann, 'two')
    for (const name of ['three', 'four', 'five']) await moveTo(server, ann, name)
    expect(await codeOf(ann.createMoveCode())).toBe('CONFLICT')
    for (const [player, name] of [
      [ann, 'Ann'],
      [two, 'two'],
    ] as const)
      await player.registerToken({ body: { token: name, platform: 'ios', deviceId: deviceOf(name) } })
    expect(JSON.stringify(await ann.getTokens())).not.toContain(deviceOf('two'))
    server.clock.advance(DAY)
    const [first] = (await two.getDevices()).devices
    await two.removeDevice({ params: { id: first?.id ?? '' } })
    // A device that was signed out gets no more notifications.
    expect((await two.getTokens()).tokens).toMatchObject([{ token: 'two' }])
    expect(await codeOf(ann.getProfile())).toBe('AUTH_INVALID')
    expect((await playerOf(server, 'Ann')).id).not.toBe(ann.id)
    const { devices } = await two.getDevices()
    expect(devices).toHaveLength(4)
    for (const { id, current } of devices) if (!current) await two.removeDevice({ params: { id } })
    const [last] = (await two.getDevices()).devices
    expect(last?.current).toBe(true)
    expect(await codeOf(two.removeDevice({ params: { id: last?.id ?? '' } }))).toBe('CONFLICT')
    expect(await codeOf(two.removeDevice({ params: { id: 'no-device' } }))).toBe('NOT_FOUND')
    expect((await playerOf(server, 'two')).id).toBe(ann.id)
  })
})
