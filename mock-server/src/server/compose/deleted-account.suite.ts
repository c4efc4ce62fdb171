import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Client } from '../../core/contract/client/client.ts'
import { picture } from '../../core/picture/picture.fixture.ts'
import { embedStrokes } from '../../core/picture/stroke-chunk.ts'
import type { Game } from '../../core/rules/game/game.ts'
import { anyone, deviceOf, moveTo, signInAll } from './friends.fixture.ts'
import { inProcessFetch } from './in-process-server.ts'
import { openEngine } from './open-engine.ts'
import type { StoreOptions } from './open-store.ts'

/* What is left of an account where it was stored: in every file of a data folder, in every row of a database. */

const DAY = 86_400_000
const KEY = 'key of the admins'
const ANNA = 'Annabellissima'
const WRONG_GUESS = 'xylophone'
const FINAL_GUESS = 'rhinoceros'

async function open(stored: StoreOptions) {
  const server = await openEngine({
    ...stored,
    clock: '2026-03-07T12:00:00-05:00',
    timeZone: 'America/New_York',
    seed: 'deletion',
    adminKey: KEY,
  })
  const fetch = inProcessFetch(server.engine)
  const admin = anyone({ fetch, adminKey: KEY })
  return { ...server, fetch, admin }
}
type Server = Awaited<ReturnType<typeof open>>

const reaction = (gameId: string) =>
  ({ params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } }) as const

/** A month in the life of a player who has left traces everywhere. @returns the traces, in the forms in which they are stored. */
async function play(server: Server) {
  const { admin, clock, engine } = server
  const [anna, ben, carla, dora] = await signInAll(server, [ANNA, 'Ben', 'Carla', 'Dora'])
  const trace = new Map<string, string | Uint8Array>([
    ['id', anna.id],
    ['name', ANNA],
    ['wrong guess', WRONG_GUESS],
    ['final guess', FINAL_GUESS],
    ['push token', 'the-push-token-of-anna'],
    ['second push token', 'another-push-token'],
    ['note to a report', 'this-note-is-by-anna'],
    ['note of a moderator', 'a-note-about-her'],
    ['device hash', engine.ports.codecs.sha256(deviceOf(ANNA))],
    ['hash of the second device', engine.ports.codecs.sha256(deviceOf('tablet'))],
  ])
  // Kept out of one group, in another one since.
  const cats = await dora.createGroup({ body: { name: 'Cats' } })
  await anna.joinGroup({ body: { code: cats.code } })
  await dora.kickMember({ params: { id: cats.id }, body: { userId: anna.id, keepOut: true } })
  const owls = await anna.createGroup({ body: { name: 'Owls' } })
  for (const client of [ben, carla]) await client.joinGroup({ body: { code: owls.code } })
  await admin.triggerDailyGames()
  const drawing = await drawn(anna)
  await ben.guess('giraffe')
  await carla.skipTurn()
  const { gameId: first } = await anna.getToday()
  clock.advance(DAY)
  await ben.draw()
  await anna.startTurn()
  for (const guess of [WRONG_GUESS, FINAL_GUESS]) await anna.submitGuess({ body: { guess } })
  await anna.submitTurn({ body: { content: { guess: FINAL_GUESS }, timeSpent: 17 } })
  await carla.skipTurn()
  const { gameId: second } = await anna.getToday()
  if (first === null || second === null) throw new Error('There was no game')
  for (const gameId of [first, second])
    for (const client of [anna, ben]) await client.addReaction(reaction(gameId))
  // Reports by her and about her, decisions and look-ups.
  await moveTo(server, anna, 'tablet')
  for (const token of ['the-push-token-of-anna', 'another-push-token'])
    await anna.registerToken({ body: { token, platform: 'ios' } })
  const note = 'this-note-is-by-anna'
  const by = await anna.report({
    body: { gameId: first, kind: 'guess', stepIndex: 1, reason: 'other', note },
  })
  await admin.decide({ body: { reportId: by.reportId, action: 'dismiss' } })
  const about = await ben.report({
    body: { gameId: first, kind: 'name', userId: anna.id, reason: 'hurtful' },
  })
  await admin.decide({ body: { reportId: about.reportId, action: 'warn', note: 'a-note-about-her' } })
  trace.set('id of a report', by.reportId)
  const { things, games } = await documents(server)
  for (const { id, authorId, kind } of things)
    if (authorId === anna.id && kind === 'name') trace.set('id of her name as a thing', id)
  await admin.findPlayers({ query: { query: ANNA } })
  await admin.inspectPlayer({ params: { id: anna.id } })
  await anna.block({ body: { userId: dora.id } })
  await carla.block({ body: { userId: anna.id } })
  for (const [name, hash] of drawing.hashes(games)) trace.set(`hash of the ${name}`, hash)
  const { blobs } = await admin.exportWorld()
  for (const [name, hash] of drawing.hashes(games)) {
    const base64 = (blobs as Record<string, string>)[hash]
    if (base64 !== undefined) trace.set(name, Uint8Array.from(Buffer.from(base64, 'base64')))
  }
  // Today she has played, and nudges the others.
  clock.advance(DAY)
  await anna.draw()
  await anna.nudge()
  trace.set('move code', (await anna.createMoveCode()).code)
  return { anna, ben, carla, dora, trace, first, second, owls, cats }
}

/** Draws a picture with strokes that no other game has. */
async function drawn(client: Client) {
  await client.startTurn()
  const png = Uint8Array.from(Buffer.from(picture(60), 'base64'))
  const points = [
    [1, 2],
    [30, 40],
  ]
  const sent = await embedStrokes(png, [{ tool: 'pen', color: '#123456', size: 4, points }])
  const content = { drawing: Buffer.from(sent).toString('base64') }
  await client.submitTurn({ body: { content, timeSpent: 23, strokeCount: 1 } })
  return {
    hashes(games: readonly Game[]): [string, string][] {
      const entry = games.flatMap(({ entries }) => entries).find((each) => each.timeSpent === 23)
      if (entry?.type !== 'drawing' || entry.strokes === null) throw new Error('The drawing is not stored')
      return [
        ['drawing', entry.drawing],
        ['strokes', entry.strokes],
        ['drawing as sent', entry.sent],
      ]
    },
  }
}

async function documents({ admin }: Server) {
  const world = await admin.exportWorld()
  return {
    games: world.games as unknown as Game[],
    things: world.reportedThings as unknown as { id: string; authorId: string; kind: string }[],
  }
}

/** Each place of a store with its bytes. */
export type Places = () => Promise<{ readonly place: string; readonly bytes: Buffer }[]>

/** Where which traces are. A database writes bytes in hex, and an export in base64. */
async function found(places: Places, { admin }: Server, trace: ReadonlyMap<string, string | Uint8Array>) {
  const world = { place: 'the export', bytes: Buffer.from(JSON.stringify(await admin.exportWorld())) }
  const calls = {
    place: 'the admin calls',
    bytes: Buffer.from(JSON.stringify(await admin.listAdminCalls({ query: {} }))),
  }
  return [...(await places()), world, calls].flatMap(({ place, bytes }) =>
    [...trace].flatMap(([name, value]) => {
      const buffer = Buffer.from(value)
      const forms =
        typeof value === 'string' ? [value] : [buffer, buffer.toString('hex'), buffer.toString('base64')]
      return forms.some((form) => bytes.includes(form)) ? `${name} in ${place}` : []
    }),
  )
}

/** A store for a server, and what is stored there. */
export type NewStore = () => Promise<{ readonly stored: StoreOptions; readonly places: Places }>

/** Tests of every store of a server. */
export function testDeletedAccounts(name: string, newStore: NewStore): void {
  describe(`in ${name}`, () => {
    test('nothing is left of a deleted account within a minute, but tombstones for the games of the others', async () => {
      const { stored, places } = await newStore()
      const server: Server = await open(stored)
      onTestFinished(() => server.close())
      const played = await play(server)
      const { anna, ben, trace, first, second } = played
      const before = await ben.getGame({ params: { id: second } })
      const there = await found(places, server, trace)
      for (const name of trace.keys()) expect(there.join('\n')).toContain(name)

      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      await anna.deleteAccount({ body: { username: ANNA } })
      vi.advanceTimersByTime(60_000)
      vi.useRealTimers()
      await vi.waitFor(async () => expect(await found(places, server, trace)).toEqual([]), {
        timeout: 15_000,
        interval: 100,
      })

      const after = await ben.getGame({ params: { id: second } })
      const { chain } = after
      expect({ ...after, chain: null, participants: null, guessAttempts: null }).toEqual({
        ...before,
        finalGuess: 'removed',
        totalAttempts: 1,
        chain: null,
        participants: null,
        guessAttempts: null,
      })
      expect(after.participants.map(({ username }) => username).sort()).toEqual([
        'Ben',
        'Carla',
        'Former player',
      ])
      expect(JSON.stringify(after.guessAttempts)).not.toContain(WRONG_GUESS)
      expect(chain[1]).toMatchObject({
        type: 'guessing',
        username: 'Former player',
        hidden: 'all',
        timeSpent: 0,
        content: { guess: 'removed' },
        similarityScore: before.chain[1]?.similarityScore,
      })
      const earlier = await ben.getGame({ params: { id: first } })
      expect(earlier.chain.map(({ type, username }) => [type, username])).toEqual([
        ['drawing', 'Former player'],
        ['guessing', 'Ben'],
      ])
      // Each game has another id for her.
      expect(earlier.chain[0]?.userId).not.toBe(chain[1]?.userId)
      await expectTheRestToWork(server, played)
    })

    test('a restored save does not bring a deleted account back, but with the devices of its suspension', async () => {
      const { stored, places } = await newStore()
      const server: Server = await open(stored)
      onTestFinished(() => server.close())
      const { anna, ben, carla, dora, cats, trace, first } = await play(server)
      await server.admin.decide({ body: { userId: carla.id, action: 'ban' } })
      const saved = await server.admin.exportWorld()
      await anna.deleteAccount({ body: { username: ANNA } })
      await carla.deleteAccount({ body: { username: 'Carla' } })
      await dora.leaveGroup({ params: { id: cats.id } })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      expect(await server.admin.restoreWorld({ body: saved })).toEqual({
        success: true,
        deletedAccounts: 2,
        broughtBack: { groups: 1, pushTokens: 0, blocks: 0, devices: 0 },
      })
      vi.advanceTimersByTime(60_000)
      vi.useRealTimers()
      await vi.waitFor(async () => expect(await found(places, server, trace)).toEqual([]), {
        timeout: 15_000,
        interval: 100,
      })
      const { chain } = await ben.getGame({ params: { id: first } })
      expect(chain.map(({ username, hidden }) => [username, hidden])).toEqual([
        ['Former player', 'all'],
        ['Ben', undefined],
      ])
      expect(JSON.stringify(await server.admin.exportWorld())).not.toContain('Carla')
      const again = signInAll(server, ['Carla'])
      await expect(again).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Your account is closed' })
      const [newAnna] = await signInAll(server, [ANNA])
      expect(newAnna?.id).not.toBe(anna.id)
    })
  })
}

async function expectTheRestToWork(server: Server, { ben, carla, dora, first, second, owls, cats }: Played) {
  const { admin } = server
  const { stepReactions } = await ben.getReactions({ params: { gameId: first } })
  expect(stepReactions[0]?.reactions).toMatchObject([{ count: 1, recentReactors: ['Ben'] }])
  await carla.addReaction(reaction(first))
  const { chain } = await carla.getYesterdayResults()
  expect(chain.map(({ username }) => username)).toEqual(['Ben', 'Former player'])
  await ben.getPublicResults({ params: { gameId: second } })
  expect((await ben.getHistory({ query: {} })).entries.length).toBeGreaterThan(1)
  await ben.exportAccount()
  expect((await ben.getGroup({ params: { id: owls.id } })).hostId).toBe(ben.id)
  expect((await dora.getKeptOut({ params: { id: cats.id } })).players).toEqual([])
  // Her drawing of today counts as skipped.
  const { type } = await ben.startTurn()
  expect(type).toBe('drawing')
  await ben.submitTurn({ body: { content: { drawing: picture(41) }, timeSpent: 1 } })
  // Moderators keep the reports without her.
  const { reports } = await admin.listReports({ query: { state: 'closed' } })
  expect(reports).toHaveLength(2)
  for (const { reportId } of reports) await admin.inspectReport({ params: { id: reportId } })
  const { decisions } = await admin.getModerationLog({ query: {} })
  expect(decisions.map(({ action, userId, note }) => [action, userId, note])).toEqual([
    ['warn', null, null],
    ['dismiss', ben.id, null],
  ])
  const { items } = await admin.listGames({ query: {} })
  expect(items.length).toBeGreaterThan(0)
  await admin.restoreWorld({ body: await admin.exportWorld() })
  await ben.getGame({ params: { id: second } })
}
type Played = Awaited<ReturnType<typeof play>>
