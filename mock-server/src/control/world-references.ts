import { type Collections, groupDay } from '../engine/collections.ts'
import { type World, type WorldCollection, worldCollections } from '../engine/world.ts'
import type { Codecs } from '../picture/codecs.ts'
import { isFormerId } from '../rules/players/people.ts'

/** The field that tells the documents of a list apart. */
const KEY = {
  users: 'id',
  groups: 'id',
  games: 'id',
  reactions: 'gameId',
  pushTokens: 'token',
  outbox: 'gameId',
  messages: 'id',
  reports: 'id',
  reportedThings: 'id',
  blocks: 'id',
  devices: 'id',
  moveCodes: 'id',
  decisions: 'id',
} as const satisfies { readonly [C in WorldCollection]: keyof Collections[C] }

/** A field of a world document that does not match the rest of it. */
export interface WrongField {
  readonly path: string
  readonly problem: string
}

/**
 * Finds the first field with a missing or impossible reference, such as a missing drawing, player or host.
 * @returns undefined if there is none.
 */
export function wrongReference(world: World, codecs: Codecs): WrongField | undefined {
  for (const wrong of wrongFields(world, codecs)) return wrong
  return undefined
}

function* wrongFields(world: World, codecs: Codecs): Generator<WrongField> {
  for (const list of worldCollections) yield* namesakes(list, world[list] ?? [], KEY[list])
  yield* namesakes('users', world.users, 'deviceHash')
  yield* namesakes('groups', world.groups, 'code')
  yield* ofPeople(world)
  yield* ofGames(world)
  for (const [sha256, base64] of Object.entries(world.blobs)) {
    const blob = codecs.fromBase64(base64)
    if (!blob) yield { path: `blobs.${sha256}`, problem: 'is not base64' }
    else if (codecs.sha256(blob) !== sha256) {
      yield { path: `blobs.${sha256}`, problem: 'does not match its SHA-256' }
    }
  }
}

function* namesakes(list: string, items: readonly object[], key: string): Generator<WrongField> {
  const seen = new Set<unknown>()
  for (const [at, item] of items.entries()) {
    const value = item[key as keyof typeof item]
    if (seen.has(value)) yield { path: `${list}.${at}.${key}`, problem: 'occurs twice' }
    seen.add(value)
  }
}

function* ofPeople({ users, groups }: World): Generator<WrongField> {
  const groupOf = new Map(users.map(({ id, groupId }) => [id, groupId]))
  const membersOf = new Map(
    groups.map(({ id, members }) => [id, new Set(members.map(({ userId }) => userId))]),
  )
  for (const [at, { id, groupId }] of users.entries()) {
    if (groupId !== null && !membersOf.get(groupId)?.has(id)) {
      yield { path: `users.${at}.groupId`, problem: 'is not a group with this user as a member' }
    }
  }
  for (const [at, { id, hostId, members }] of groups.entries()) {
    if (!membersOf.get(id)?.has(hostId)) yield { path: `groups.${at}.hostId`, problem: 'is not a member' }
    for (const [place, { userId }] of members.entries()) {
      if (groupOf.get(userId) === id) continue
      yield { path: `groups.${at}.members.${place}.userId`, problem: 'is not a user in this group' }
    }
  }
}

function* ofGames({ users, games, blobs, outbox = [] }: World): Generator<WrongField> {
  const gameIds = new Set(games.map(({ id }) => id))
  for (const [at, { gameId }] of outbox.entries()) {
    if (!gameIds.has(gameId)) yield { path: `outbox.${at}.gameId`, problem: 'is not a game' }
  }
  const known = new Set(users.map(({ id }) => id))
  const isKnown = (userId: string) => known.has(userId) || isFormerId(userId)
  const groupDays = new Set<string>()
  for (const [at, { kind, groupId, day, players, turn, entries }] of games.entries()) {
    if ((kind === 'group') !== (groupId !== null)) {
      yield { path: `games.${at}.groupId`, problem: `does not fit a ${kind} game` }
    }
    if (groupId !== null) {
      const key = groupDay(groupId, day)
      if (groupDays.has(key)) yield { path: `games.${at}.day`, problem: 'already has a game of this group' }
      groupDays.add(key)
    }
    for (const [place, { userId }] of players.entries()) {
      if (!isKnown(userId)) yield { path: `games.${at}.players.${place}.userId`, problem: 'is not a user' }
    }
    const holder = turn && players.find(({ userId }) => userId === turn.userId)
    if (turn && holder?.status !== 'playing') {
      yield { path: `games.${at}.turn.userId`, problem: 'is not a playing player of this game' }
    }
    for (const [place, entry] of entries.entries()) {
      const path = `games.${at}.entries.${place}`
      if (!isKnown(entry.userId)) yield { path: `${path}.userId`, problem: 'is not a user' }
      if (entry.type === 'drawing' && !Object.hasOwn(blobs, entry.drawing)) {
        yield { path: `${path}.drawing`, problem: 'is not among the blobs' }
      }
    }
  }
}
