import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'

/**
 * Counts the different players of a day, which every client asks for each few seconds: those in its games, and those
 * marked as active on it.
 */
export class PlayersOfDay {
  readonly #gamesOf: (day: GameDay) => readonly Game[]
  /** The players in the games of the day that was counted last. Turns do not change them. */
  #inGames: { readonly day: GameDay; readonly userIds: ReadonlySet<string> } | null = null
  #active: { readonly day: GameDay; readonly userIds: Set<string> } | null = null

  constructor(gamesOf: (day: GameDay) => readonly Game[]) {
    this.#gamesOf = gamesOf
  }

  count(day: GameDay): number {
    if (this.#inGames?.day !== day) this.#inGames = { day, userIds: this.#playersIn(day) }
    const { userIds } = this.#inGames
    if (this.#active?.day !== day) return userIds.size
    let others = 0
    for (const userId of this.#active.userIds) if (!userIds.has(userId)) others++
    return userIds.size + others
  }

  /** Marks a player, and forgets the marks of any other day. */
  noteActive(userId: string, day: GameDay): void {
    if (this.#active?.day !== day) this.#active = { day, userIds: new Set() }
    this.#active.userIds.add(userId)
  }

  forgetActive(): void {
    this.#active = null
  }

  /** Called when a game of the day has other players than before. */
  changed(day: GameDay): void {
    if (this.#inGames?.day === day) this.#inGames = null
  }

  #playersIn(day: GameDay): Set<string> {
    return new Set(this.#gamesOf(day).flatMap(({ players }) => players.map(({ userId }) => userId)))
  }
}
