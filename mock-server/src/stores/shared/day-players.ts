import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { LargeMap } from './large-map.ts'

/** The players marked as active on a day. */
interface Active {
  readonly day: GameDay
  readonly userIds: LargeMap<true>
  /** How many of them are in no game of the day. */
  withoutGame: number
}

/** Counts the different players of each day: those in its games, and those marked as active on the latest day. */
export class DayPlayers {
  /** For each player in a game of a day, the number of their games. */
  readonly #games = new Map<GameDay, LargeMap<number>>()
  #active: Active | null = null

  count(day: GameDay): number {
    return (this.#games.get(day)?.size ?? 0) + (this.#activeOn(day)?.withoutGame ?? 0)
  }

  /** Called when a game is added, changed or removed. */
  changed(before: Game | undefined, after: Game | null): void {
    if (before && after && hasSamePlayers(before, after)) return
    if (after) for (const { userId } of after.players) this.#add(userId, after.day)
    if (before) for (const { userId } of before.players) this.#remove(userId, before.day)
  }

  /** Marks a player as active, and forgets the marks of any other day. */
  noteActive(userId: string, day: GameDay): void {
    if (this.#active?.day !== day) this.#active = { day, userIds: new LargeMap(), withoutGame: 0 }
    const active = this.#active
    if (active.userIds.has(userId)) return
    active.userIds.set(userId, true)
    if (!this.#games.get(day)?.has(userId)) active.withoutGame++
  }

  forgetActive(): void {
    this.#active = null
  }

  #activeOn(day: GameDay): Active | null {
    return this.#active?.day === day ? this.#active : null
  }

  #add(userId: string, day: GameDay): void {
    const players = this.#games.get(day) ?? new LargeMap()
    const games = players.get(userId) ?? 0
    players.set(userId, games + 1)
    this.#games.set(day, players)
    const active = this.#activeOn(day)
    if (games === 0 && active?.userIds.has(userId)) active.withoutGame--
  }

  #remove(userId: string, day: GameDay): void {
    const players = this.#games.get(day)
    const games = (players?.get(userId) ?? 0) - 1
    if (games > 0) players?.set(userId, games)
    else players?.delete(userId)
    if (players?.size === 0) this.#games.delete(day)
    const active = this.#activeOn(day)
    if (games === 0 && active?.userIds.has(userId)) active.withoutGame++
  }
}

/** True for most changes, because most are turns. */
export const hasSamePlayers = (before: Game, after: Game): boolean =>
  before.day === after.day &&
  before.players.length === after.players.length &&
  before.players.every(({ userId }, at) => userId === after.players[at]?.userId)
