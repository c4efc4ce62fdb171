import type { Game } from '../../rules/game/game.ts'
import { IdsByKey } from './ids-by-key.ts'

/** The ids of the games of one day, by group and by player, and the players who were active on it last. */
export class Day {
  readonly ids = new Set<string>()
  readonly ofGroup = new IdsByKey()
  readonly ofPlayer = new IdsByKey()
  readonly active = new Set<string>()

  add({ id, groupId, players }: Game): void {
    this.ids.add(id)
    if (groupId !== null) this.ofGroup.add(groupId, id)
    for (const { userId } of players) this.ofPlayer.add(userId, id)
  }

  remove({ id, groupId, players }: Game): void {
    this.ids.delete(id)
    if (groupId !== null) this.ofGroup.remove(groupId, id)
    for (const { userId } of players) this.ofPlayer.remove(userId, id)
  }

  /** The number of different players who are in a game or active. */
  get playerCount(): number {
    let count = this.ofPlayer.size
    for (const userId of this.active) if (!this.ofPlayer.has(userId)) count++
    return count
  }

  get isEmpty(): boolean {
    return this.ids.size === 0 && this.active.size === 0
  }
}
