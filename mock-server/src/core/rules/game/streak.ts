import { addDays, type GameDay } from '../time/day.ts'

/** What a streak needs to know of a player's days. */
export interface StreakDays {
  /** Whether the player drew or guessed something. */
  hasPlayed(day: GameDay): boolean
  /** Whether the day neither counts nor ends a streak: the turn was passed without a mark, or the player could not play. */
  isExcused(day: GameDay): boolean
  /** Whether the two above are known of the day. */
  isKnown(day: GameDay): boolean
}

export interface Streak {
  /** Consecutive days. */
  days: number
  /** Whether it may continue into days that are not known. */
  isMore: boolean
}

/** The consecutive days on which a player played, up to today, or to yesterday while today is not yet played. */
export function streakOf({ hasPlayed, isExcused, isKnown }: StreakDays, today: GameDay): Streak {
  let day = hasPlayed(today) ? today : addDays(today, -1)
  let days = 0
  while (isKnown(day) && (hasPlayed(day) || isExcused(day))) {
    if (hasPlayed(day)) days++
    day = addDays(day, -1)
  }
  return { days, isMore: !isKnown(day) }
}
