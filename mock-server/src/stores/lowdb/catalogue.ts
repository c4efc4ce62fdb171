import type { GameDay } from '../../rules/day.ts'
import type { GameSummary } from '../../rules/history.ts'

/** What is known of the games of past days while the games themselves are not in memory. */
export class Catalogue {
  /** By id within a day: a table of all games would hold everybody up each time it grows. */
  readonly #byDay = new Map<GameDay, ReadonlyMap<string, GameSummary>>()
  readonly #byPlayer = new Map<string, GameSummary[]>()
  /** One string for each id, however many games name it. */
  readonly #names = new Map<string, string>()
  /** One list for the same people: a group plays every day, and mostly everybody does. */
  readonly #lists = new Map<string, readonly string[]>()

  dayOf(id: string): GameDay | undefined {
    for (const [day, games] of this.#byDay) if (games.has(id)) return day
    return undefined
  }

  knows(day: GameDay): boolean {
    return this.#byDay.has(day)
  }

  /** How many games the days have that are wanted. */
  count(wanted: (day: GameDay) => boolean): number {
    return [...this.#byDay].reduce((sum, [day, games]) => sum + (wanted(day) ? games.size : 0), 0)
  }

  /** In no order. */
  gamesOf(userId: string): readonly GameSummary[] {
    return this.#byPlayer.get(userId) ?? []
  }

  /** Puts a day's games in place of those that were known of it. */
  set(day: GameDay, games: readonly GameSummary[]): void {
    for (const game of this.#byDay.get(day)?.values() ?? []) this.#forget(game)
    const kept = new Map(games.map((game) => [game.id, this.#withSharedNames(game)]))
    this.#byDay.set(day, kept)
    for (const game of kept.values()) {
      for (const userId of game.userIds) {
        const known = this.#byPlayer.get(userId)
        if (known) known.push(game)
        else this.#byPlayer.set(userId, [game])
      }
    }
  }

  #forget(game: GameSummary): void {
    for (const userId of game.userIds) {
      const rest = this.gamesOf(userId).filter((other) => other !== game)
      if (rest.length > 0) this.#byPlayer.set(userId, rest)
      else this.#byPlayer.delete(userId)
    }
  }

  #withSharedNames({ id, day, createdAt, userIds, playedBy }: GameSummary): GameSummary {
    return {
      id,
      day: this.#shared(day),
      createdAt: this.#shared(createdAt),
      userIds: this.#sharedList(userIds),
      playedBy: this.#sharedList(playedBy),
    }
  }

  #sharedList(ids: readonly string[]): readonly string[] {
    const key = ids.join()
    const known = this.#lists.get(key)
    if (known) return known
    const list = ids.map((id) => this.#shared(id))
    this.#lists.set(key, list)
    return list
  }

  #shared(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    this.#names.set(text, text)
    return text
  }
}
