import { dayAt, dayEnd, type GameDay } from '@inkling/mock-server/rules/time/day'
import { instantOf, msOf } from '@inkling/mock-server/rules/time/instant'
import { gameZone } from '../platform/game-zone.ts'

/** The game day at a time in ms. */
export const gameDayAt = (now: number): GameDay => dayAt(instantOf(now), gameZone())

/** The start of the next game day, in ms. */
export const nextMidnight = (now: number): number => msOf(dayEnd(gameDayAt(now), gameZone()))
