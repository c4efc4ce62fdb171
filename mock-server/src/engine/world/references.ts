import type { Game } from '../../core/rules/game/game.ts'
import { isHouse } from '../../core/rules/game/house.ts'
import type { Group } from '../../core/rules/players/group.ts'
import { isFormerId } from '../../core/rules/players/people.ts'
import type { User } from '../../core/rules/players/user.ts'
import { type Collections, collections, groupDay, type UnannouncedGame } from '../collections.ts'
import type { WorldCollection } from './world.ts'
import { WorldError } from './world-error.ts'

/** The field that tells the documents of a collection apart, where it is not `id`. */
const KEY: { readonly [C in WorldCollection]?: keyof Collections[C] & string } = {
  reactions: 'gameId',
  outbox: 'gameId',
  pushTokens: 'token',
}

/**
 * Finds missing and impossible references while a world is read, such as a missing drawing, player or host. Players and
 * groups must come before games, and the drawings of a game before it.
 */
export class References {
  /** Keys that must differ, by the field that has them. */
  readonly #unique = new Map<string, Set<string>>()
  readonly #users = new Map<string, { readonly groupId: string | null; readonly at: string }>()
  readonly #groups = new Map<string, { readonly group: Group; readonly at: string }>()
  readonly #drawings = new Set<string>()

  addDrawing(sha256: string): void {
    this.#drawings.add(sha256)
  }

  get drawings(): number {
    return this.#drawings.size
  }

  /** @throws {WorldError} */
  add<C extends WorldCollection>(collection: C, document: Collections[C], at: string): void {
    const id = collections[collection].id as (document: Collections[C]) => string
    this.#once(collection, KEY[collection] ?? 'id', id(document), at)
    if (collection === 'users') this.#addUser(document as User, at)
    if (collection === 'groups') this.#addGroup(document as Group, at)
    if (collection === 'games') this.#addGame(document as Game, at)
    if (collection === 'outbox') this.#addUnannounced(document as UnannouncedGame, at)
  }

  /** Checks what needs all players and groups. @throws {WorldError} */
  end(): void {
    for (const [id, { groupId, at }] of this.#users) {
      const group = groupId === null ? null : this.#groups.get(groupId)?.group
      if (group === null || group?.members.some(({ userId }) => userId === id)) continue
      throw new WorldError(at, 'groupId', 'is not a group with this user as a member')
    }
    for (const [id, { group, at }] of this.#groups) {
      const { hostId, members } = group
      if (!members.some(({ userId }) => userId === hostId))
        throw new WorldError(at, 'hostId', 'is not a member')
      for (const [place, { userId }] of members.entries()) {
        if (this.#users.get(userId)?.groupId === id) continue
        throw new WorldError(at, `members.${place}.userId`, 'is not a user in this group')
      }
    }
  }

  #once(collection: string, field: string, value: string, at: string): void {
    const key = `${collection} ${field}`
    const seen = this.#unique.get(key) ?? new Set()
    if (seen.has(value)) throw new WorldError(at, field, 'occurs twice')
    this.#unique.set(key, seen.add(value))
  }

  #addUser({ id, deviceHash, groupId }: User, at: string): void {
    this.#once('users', 'deviceHash', deviceHash, at)
    this.#users.set(id, { groupId, at })
  }

  #addGroup(group: Group, at: string): void {
    this.#once('groups', 'code', group.code, at)
    this.#groups.set(group.id, { group, at })
  }

  #addGame({ kind, groupId, day, players, turn, entries }: Game, at: string): void {
    const fail = (path: string, problem: string): never => {
      throw new WorldError(at, path, problem)
    }
    if ((kind === 'group') !== (groupId !== null)) fail('groupId', `does not fit a ${kind} game`)
    if (groupId !== null) {
      const key = groupDay(groupId, day)
      const seen = this.#unique.get('group days') ?? new Set()
      if (seen.has(key)) fail('day', 'already has a game of this group')
      this.#unique.set('group days', seen.add(key))
    }
    for (const [place, { userId }] of players.entries()) {
      if (!this.#isKnown(userId)) fail(`players.${place}.userId`, 'is not a user')
    }
    const holder = turn && players.find(({ userId }) => userId === turn.userId)
    if (turn && holder?.status !== 'playing') fail('turn.userId', 'is not a playing player of this game')
    for (const [place, entry] of entries.entries()) {
      if (!this.#isKnown(entry.userId) && !isHouse(entry.userId))
        fail(`entries.${place}.userId`, 'is not a user')
      if (entry.type === 'drawing' && !this.#drawings.has(entry.drawing))
        fail(`entries.${place}.drawing`, 'is not among the drawings')
    }
  }

  #isKnown(userId: string): boolean {
    return this.#users.has(userId) || isFormerId(userId)
  }

  #addUnannounced({ gameId }: UnannouncedGame, at: string): void {
    if (!this.#unique.get('games id')?.has(gameId)) throw new WorldError(at, 'gameId', 'is not a game')
  }
}
