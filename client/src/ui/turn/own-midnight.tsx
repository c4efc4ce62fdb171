import { nextMidnight } from '../../day/game-day.ts'
import { timeText } from '../../day/locale.ts'
import { serverNow } from '../../platform/server-clock.ts'

/** The next midnight of the game on the player's own clock, in brackets; nothing where it is midnight too. */
export default function OwnMidnight() {
  const text = ownTimeText(nextMidnight(serverNow()))
  return text && <span>{` (${text})`}</span>
}

/** A midnight of the game on the player's own clock, such as "6:00 AM your time"; null where it is midnight too. */
function ownTimeText(midnight: number): string | null {
  const own = new Date(midnight)
  return own.getHours() === 0 && own.getMinutes() === 0 ? null : `${timeText(midnight)} your time`
}
