import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { isDone } from '../../turn/today.ts'

/** The players who keep the game waiting after the player's own turn; none while somebody plays. */
export function waitedFor(today: Today, userId: string): string[] {
  if (!isDone(today) || today.status === 'completed' || today.currentTurn) return []
  return today.participants
    .filter(
      (player) => player.status === 'pending' && player.userId !== userId && player.hidden === undefined,
    )
    .map(({ username }) => isolatedName(username))
}

/** "Your turn, Otto and Mia!" With more than three players, "Your turn, Otto, Mia and 3 others!" */
export function yourTurnText(names: readonly string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} others`] : names
  const last = shown.at(-1) ?? ''
  return `Your turn, ${shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last}!`
}

/**
 * "Only Otto is missing, then everybody came.", or "Only Otto is missing for day 13 with everybody." of a row of such days,
 * when all others of a game of three or more have completed their turn; null otherwise.
 */
export function missingText({ participants, group }: Today, names: readonly string[]): string | null {
  const [name] = names
  const others = participants.filter(({ status }) => status === 'completed').length
  const isLast = names.length === 1 && others >= 2 && others === participants.length - 1
  if (!isLast) return null
  const days = group?.daysTogether ?? 0
  return days > 0
    ? `Only ${name} is missing for day ${days + 1} with everybody.`
    : `Only ${name} is missing, then everybody came.`
}
