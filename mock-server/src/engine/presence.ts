import type { GameDay } from '../rules/day.ts'

/** Who has been active today: in memory only (api.md, ping-activity). */
export class Presence {
  #day: GameDay = ''
  readonly #active = new Set<string>()

  note(userId: string, day: GameDay): void {
    this.#turnTo(day)
    this.#active.add(userId)
  }

  activeOn(day: GameDay): ReadonlySet<string> {
    this.#turnTo(day)
    return this.#active
  }

  clear(): void {
    this.#active.clear()
  }

  #turnTo(day: GameDay): void {
    if (day === this.#day) return
    this.#day = day
    this.#active.clear()
  }
}
