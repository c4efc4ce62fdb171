import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { LargeMap } from './large-map.ts'

/** Counts the different players of each day: those in its games, and those noted as active on the latest day. */
export class DayPlayers {
  /** For each player of a day, the number of their games; activity counts as a game. */
  readonly #references = new Map<GameDay, LargeMap<number>>()
  #active: { readonly day: GameDay; readonly userIds: LargeMap<true> } | null = null

  count(day: GameDay): number {
    return this.#references.get(day)?.size ?? 0
  }

  /** Called when a game is added, changed or removed. */
  changed(before: Game | undefined, after: Game | null): void {
    if (before && after && hasSamePlayers(before, after)) return
    if (after) for (const { userId } of after.players) this.#add(userId, after.day)
    if (before) for (const { userId } of before.players) this.#remove(userId, before.day)
  }

  /** Clears the notes of any other day. */
  noteActive(userId: string, day: GameDay): void {
    if (this.#active?.day !== day) this.forgetActive()
    this.#active ??= { day, userIds: new LargeMap() }
    if (this.#active.userIds.has(userId)) return
    this.#active.userIds.set(userId, true)
    this.#add(userId, day)
  }

  forgetActive(): void {
    if (this.#active) for (const userId of this.#active.userIds.keys()) this.#remove(userId, this.#active.day)
    this.#active = null
  }

  #add(userId: string, day: GameDay): void {
    const players = this.#references.get(day) ?? new LargeMap()
    players.set(userId, (players.get(userId) ?? 0) + 1)
    this.#references.set(day, players)
  }

  #remove(userId: string, day: GameDay): void {
    const players = this.#references.get(day)
    const rest = (players?.get(userId) ?? 0) - 1
    if (rest > 0) players?.set(userId, rest)
    else players?.delete(userId)
    if (players?.size === 0) this.#references.delete(day)
  }
}

/** True for most changes: turns. */
const hasSamePlayers = (before: Game, after: Game): boolean =>
  before.day === after.day &&
  before.players.length === after.players.length &&
  before.players.every(({ userId }, at) => userId === after.players[at]?.userId)
