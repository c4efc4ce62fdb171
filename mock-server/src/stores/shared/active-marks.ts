import type { GameDay } from '../../rules/day.ts'
import { LargeMap } from './large-map.ts'

/** The players marked as active on the latest day. Counts those of them who are in no game of that day. */
export class ActiveMarks {
  #day: GameDay | null = null
  #userIds = new LargeMap<true>()
  #withoutGame = 0

  withoutGame(day: GameDay): number {
    return day === this.#day ? this.#withoutGame : 0
  }

  /** Marks a player, and forgets the marks of any other day. */
  add(userId: string, day: GameDay, hasGame: boolean): void {
    if (day !== this.#day) this.clear()
    this.#day = day
    if (this.#userIds.has(userId)) return
    this.#userIds.set(userId, true)
    if (!hasGame) this.#withoutGame++
  }

  /** Called when a player is in a game of the day, and was in none before. */
  joined(userId: string, day: GameDay): void {
    if (this.#has(userId, day)) this.#withoutGame--
  }

  /** Called when a player is in no game of the day any more. */
  left(userId: string, day: GameDay): void {
    if (this.#has(userId, day)) this.#withoutGame++
  }

  clear(): void {
    this.#day = null
    this.#userIds = new LargeMap()
    this.#withoutGame = 0
  }

  #has(userId: string, day: GameDay): boolean {
    return day === this.#day && this.#userIds.has(userId)
  }
}
