import * as z from 'zod/mini'
import { count, gameDay, id } from './primitives.ts'

export const dailyGames = z.object({ date: gameDay, gamesCreated: count, gamesCompleted: count })
export type DailyGames = z.infer<typeof dailyGames>

export const mockGame = z.object({
  userId: id,
  daysAgo: z._default(z.int().check(z.gte(0), z.lte(3650)), 1),
})
export const mockGameMade = z.object({ gameId: id, date: gameDay })
export const userGameCompleted = z.object({ gameId: id, completed: z.literal(true), turnsFilled: count })
export const historyOf = z.object({ userId: id })
export const historyRegenerated = z.object({ userId: id, entries: count })
