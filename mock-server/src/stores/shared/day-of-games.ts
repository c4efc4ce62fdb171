import type { Game } from '../../rules/game/game.ts'
import { IdsByKey } from './ids-by-key.ts'

/** The ids of the games of one day, by group and by player. */
export class DayOfGames {
  readonly ids = new Set<string>()
  readonly ofGroup = new IdsByKey()
  readonly ofPlayer = new IdsByKey()

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
}
