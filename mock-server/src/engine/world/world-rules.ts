import { GROUP, GUESS } from '../../core/contract/constants.ts'
import type { Game } from '../../core/rules/game/game.ts'
import { isHouse } from '../../core/rules/game/house.ts'
import { userIdsIn } from '../../core/rules/players/people.ts'
import { type Collections, idOf } from '../collections.ts'
import type { WorldCollection } from './world.ts'

/** A reference that is looked up at the end, as the collections of an edited world may be in any order. */
interface Pending {
  readonly place: string
  readonly to: 'users' | 'games' | 'reportedThings'
  readonly id: string
  readonly stepIndex: number | null
}

/**
 * Rules of the game that every stored world follows, beyond what a restore refuses: it takes a world that breaks them,
 * because the rest of it is worth more.
 */
export class WorldRules {
  /** What breaks a rule, and where. */
  readonly problems: string[] = []
  readonly #users = new Set<string>()
  /** How many steps each game has. */
  readonly #games = new Map<string, number>()
  readonly #things = new Set<string>()
  readonly #pending: Pending[] = []
  #place = ''

  add<C extends WorldCollection>(collection: C, document: Collections[C]): void {
    this.#place = `${collection} ${idOf(collection, document)}`
    const check = this.#checks[collection] as ((document: Collections[C]) => void) | undefined
    check?.(document)
  }

  /** Looks up all references. */
  end(): void {
    for (const { place, to, id, stepIndex } of this.#pending) {
      const steps = this.#games.get(id)
      const isThere =
        to === 'users' ? this.#users.has(id) : to === 'games' ? steps !== undefined : this.#things.has(id)
      if (!isThere) this.problems.push(`${place}: ${id} is not in ${to}`)
      else if (stepIndex !== null && stepIndex >= (steps ?? 0))
        this.problems.push(`${place}: the game ${id} has no step ${stepIndex}`)
    }
  }

  readonly #checks: { readonly [C in WorldCollection]?: (document: Collections[C]) => void } = {
    users: ({ id }) => void this.#users.add(id),
    groups: ({ members }) => {
      this.#once('a member', userIdsIn(members))
      this.#expect(members.length <= GROUP.maxMembers, `has more than ${GROUP.maxMembers} members`)
    },
    games: (game) => this.#checkGame(game),
    reactions: ({ gameId, reactions }) => {
      this.#once(
        'a reaction',
        reactions.map(({ userId, stepIndex }) => `${userId} to ${stepIndex}`),
      )
      for (const { userId, stepIndex } of reactions) {
        this.#refer('games', gameId, stepIndex)
        this.#refer('users', userId)
      }
    },
    pushTokens: ({ userId }) => this.#refer('users', userId),
    messages: ({ userId, gameId }) => {
      this.#refer('users', userId)
      if (gameId !== null) this.#refer('games', gameId)
    },
    reports: ({ by, thingId }) => {
      if (by !== null) this.#refer('users', by)
      this.#refer('reportedThings', thingId)
    },
    reportedThings: ({ id, gameId, stepIndex }) => {
      this.#things.add(id)
      if (gameId !== null) this.#refer('games', gameId, stepIndex)
    },
    blocks: ({ by, userId }) => {
      this.#refer('users', by)
      this.#refer('users', userId)
    },
    devices: ({ userId }) => this.#refer('users', userId),
    moveCodes: ({ id }) => this.#refer('users', id),
  }

  #checkGame({ id, players, turn, entries, completedAt, turnsStarted }: Game): void {
    this.#games.set(id, entries.length)
    const userIds = userIdsIn(players)
    this.#once('a player', userIds)
    this.#expect(completedAt === null || turn === null, 'is completed and has a turn')
    this.#expect(turnsStarted >= entries.length, 'has more steps than turns')
    this.#expect(entries[0]?.type !== 'guess', 'begins with a guess')
    for (const [at, entry] of entries.entries()) {
      this.#expect(
        userIds.includes(entry.userId) || isHouse(entry.userId),
        `step ${at} is by nobody who plays`,
      )
      this.#expect((entry.shows ?? -1) < at, `step ${at} shows a later step`)
      if (entry.type === 'guess')
        this.#expect(
          entry.attempts.length <= GUESS.attempts,
          `step ${at} has more than ${GUESS.attempts} guesses`,
        )
    }
  }

  #expect(holds: boolean, problem: string): void {
    if (!holds) this.problems.push(`${this.#place}: ${problem}`)
  }

  #once(what: string, keys: readonly string[]): void {
    this.#expect(new Set(keys).size === keys.length, `has ${what} twice`)
  }

  #refer(to: Pending['to'], id: string, stepIndex: number | null = null): void {
    this.#pending.push({ place: this.#place, to, id, stepIndex })
  }
}
