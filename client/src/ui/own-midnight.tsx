import { nextMidnight } from '../day/game-day.ts'
import { ownTimeText } from '../day/own-time.ts'
import { serverNow } from '../platform/server-clock.ts'

/** The next midnight of the game on the player's own clock, in brackets; nothing where it is midnight too. */
export function OwnMidnight() {
  const text = ownTimeText(nextMidnight(serverNow()))
  return text && <span>{` (${text})`}</span>
}
