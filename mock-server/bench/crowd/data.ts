import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pino } from 'pino'
import type { Entry, Game } from '../../src/core/rules/game/game.ts'
import type { Group } from '../../src/core/rules/players/group.ts'
import type { User } from '../../src/core/rules/players/user.ts'
import { addDays, type GameDay } from '../../src/core/rules/time/day.ts'
import { plus } from '../../src/core/rules/time/instant.ts'
import { crowdGroup } from '../../src/server/compose/crowd.fixture.ts'
import { openStore, type StoreOptions } from '../../src/server/compose/open-store.ts'
import { nodeCodecs } from '../../src/server/platform/node-codecs.ts'

/** The documents of a crowd: a group and a public game of each day, all of them played to their end. */
export interface CrowdSize {
  readonly players: number
  readonly groups: number
  readonly membersEach: number
  /** Played by the players without a group. */
  readonly publicGamesADay: number
  readonly days: number
}

const FIRST_DAY = '2026-01-01'
/** Documents per transaction. */
const BATCH = 1000
const PUBLIC_PLAYERS = 6

/** The day after the last one with games. */
export const dayAfter = ({ days }: CrowdSize): GameDay => addDays(FIRST_DAY, days)

export const gamesOf = ({ groups, publicGamesADay, days }: CrowdSize): number =>
  (groups + publicGamesADay) * days

/** Writes a crowd into an empty store, in transactions of many documents. */
export async function fillStore(place: StoreOptions, size: CrowdSize): Promise<void> {
  const { store, secrets } = await openStore(place, pino({ level: 'silent' }))
  await secrets(undefined)
  const { users, groups } = people(size)
  for (const some of batches(users)) {
    await store.transaction(async (tx) => {
      for (const user of some) tx.insert('users', user)
    })
  }
  for (const some of batches(groups)) {
    await store.transaction(async (tx) => {
      for (const group of some) tx.insert('groups', group)
    })
  }
  for (const some of batches(games(size))) {
    await store.transaction(async (tx) => {
      for (const game of some) tx.insert('games', game)
    })
  }
  await store.close()
}

/** Writes the same documents into a file for json-server. */
export async function fillJson(file: string, size: CrowdSize): Promise<void> {
  const { users, groups } = people(size)
  function* text() {
    yield `{"users":${JSON.stringify(users)},"groups":${JSON.stringify(groups)},"games":[`
    let comma = ''
    for (const game of games(size)) {
      yield comma + JSON.stringify(game)
      comma = ','
    }
    yield ']}'
  }
  await pipeline(Readable.from(text()), createWriteStream(file))
}

/** The users, first the members of the groups, and the groups. */
export function people({ players, groups, membersEach }: CrowdSize): { users: User[]; groups: Group[] } {
  const crowd = { membersEach, createdAt: `${FIRST_DAY}T04:00:00.000Z` }
  const all = Array.from({ length: Math.ceil(players / membersEach) }, (_, at) => crowdGroup(at, crowd))
  const users = all.flatMap(({ members }, at) =>
    members.map((member) => (at < groups ? member : { ...member, groupId: null })),
  )
  return { users: users.slice(0, players), groups: all.slice(0, groups).map(({ group }) => group) }
}

/** All games, the oldest first. Their drawings do not exist. */
export function* games(size: CrowdSize): Generator<Game> {
  const { users, groups } = people(size)
  const alone = users.slice(size.groups * size.membersEach)
  for (let at = 0; at < size.days; at++) {
    const day = addDays(FIRST_DAY, at)
    for (const { id, members } of groups)
      yield playedGame(
        day,
        id,
        members.map(({ userId }) => userId),
      )
    for (let game = 0; game < size.publicGamesADay; game++) {
      const players = Array.from(
        { length: PUBLIC_PLAYERS },
        (_, place) =>
          alone[(PUBLIC_PLAYERS * (at * size.publicGamesADay + game) + place) % alone.length]?.id ?? '',
      )
      yield playedGame(day, null, players)
    }
  }
}

/** A game in which everybody has drawn or guessed. */
function playedGame(day: GameDay, groupId: string | null, userIds: readonly string[]): Game {
  const start = `${day}T05:00:00.000Z`
  const id = idOf(`${day} ${groupId} ${userIds[0]}`)
  const entries = userIds.map((userId, turn): Entry => {
    const at = plus(start, turn * 60_000)
    const base = { turnId: idOf(`${id} ${turn}`), userId, timeSpent: 40, at, completedGame: false }
    if (turn % 2 === 1) {
      const attempt = { guess: 'a purple elephant', score: 25, category: 'ASSOCIATED' as const, at }
      return { ...base, type: 'guess', guess: attempt.guess, attempts: [attempt, attempt] }
    }
    const sha256 = nodeCodecs.sha256(`${id} ${turn}`)
    return { ...base, type: 'drawing', drawing: sha256, sent: sha256, strokeCount: 7, strokes: null }
  })
  return {
    id,
    kind: groupId === null ? 'public' : 'group',
    groupId,
    day,
    word: 'elephant',
    createdAt: start,
    completedAt: plus(start, 3_600_000),
    players: userIds.map((userId) => ({ userId, joinedAt: start, status: 'completed', playedAt: start })),
    turn: null,
    turnsStarted: userIds.length,
    entries,
  }
}

/** An id that looks like one of the engine's. */
const idOf = (name: string): string => nodeCodecs.sha256(name).slice(0, 22)

export function* batches<T>(items: Iterable<T>, size = BATCH): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
