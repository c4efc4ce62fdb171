import type { GameDay } from '../../rules/day.ts'

interface Note {
  readonly userId: string
  readonly day: GameDay
}

/** Caches which players this process has stored as active on the latest day, so that few pings write. */
export class ActivePlayers {
  #day: GameDay | null = null
  readonly #userIds = new Set<string>()

  unknown(notes: readonly Note[]): Note[] {
    return notes.filter(({ userId, day }) => day !== this.#day || !this.#userIds.has(userId))
  }

  remember(notes: readonly Note[]): void {
    for (const { userId, day } of notes) {
      if (day !== this.#day) this.forget()
      this.#day = day
      this.#userIds.add(userId)
    }
  }

  forget(): void {
    this.#day = null
    this.#userIds.clear()
  }
}
