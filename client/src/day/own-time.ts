import { timeText } from './locale.ts'

/** A midnight of the game on the player's own clock, such as "6:00 AM your time"; null where it is midnight too. */
export function ownTimeText(midnight: number): string | null {
  const own = new Date(midnight)
  return own.getHours() === 0 && own.getMinutes() === 0 ? null : `${timeText(midnight)} your time`
}
