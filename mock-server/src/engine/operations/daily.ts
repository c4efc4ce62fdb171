import { allow } from '../../core/rules/refusal.ts'
import type { OuterOperations } from '../context.ts'

/** Daily operations (API.md, Admin). They do all due work themselves, and report it. */
export const dailyOperations = {
  triggerDailyGames: async ({ days, now }) => allow(await days.trigger(now)),
} satisfies OuterOperations
