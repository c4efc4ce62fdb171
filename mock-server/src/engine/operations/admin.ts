import { allow } from '../../rules/refusal.ts'
import type { Operations } from '../context.ts'
import { rollOver } from '../rollover.ts'

/** Daily operations for admins (api.md, Admin). */
export const adminOperations = {
  async triggerDailyGames(context) {
    const { date, gamesCreated, gamesCompleted } = await rollOver(context)
    return allow({ date, gamesCreated, gamesCompleted })
  },
} satisfies Operations
