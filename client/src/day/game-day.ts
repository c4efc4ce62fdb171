import { DEFAULT_TIME_ZONE } from '@inkling/mock-server/contract/constants'
import { dayAt, dayEnd, type GameDay } from '@inkling/mock-server/rules/day'
import { instantOf, msOf } from '@inkling/mock-server/rules/instant'

/*
 * The documented API tells no zone, so days are reckoned in the game's own, as the rules do: 23 and 25 hours included.
 */

/** The game day at a time in ms. */
export const gameDayAt = (now: number): GameDay => dayAt(instantOf(now), DEFAULT_TIME_ZONE)

/** When the next game day begins, in ms. */
export const nextMidnight = (now: number): number => msOf(dayEnd(gameDayAt(now), DEFAULT_TIME_ZONE))
