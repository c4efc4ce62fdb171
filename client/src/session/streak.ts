import { CACHE, HISTORY } from '@inkling/mock-server/contract/constants'
import type { History } from '@inkling/mock-server/contract/schemas/user'
import { addDays, type GameDay } from '@inkling/mock-server/rules/time/day'
import { useQuery } from '@tanstack/react-query'
import { type KnownDays, knownDays, type Streak, streakOf, streakText } from '../day/calendar-days.ts'
import { gameDayAt } from '../day/game-day.ts'
import { serverNow } from '../platform/server-clock.ts'
import { api } from './server/api.ts'
import { QUERY } from './server/query-client.ts'
import { useUser } from './session-store.ts'

/** A streak that is longer than these pages is displayed with a plus sign. */
const MAX_PAGES = 2

/** The argument of {@link useStreak} while no day is loaded. */
export const noKnownDays = (today: GameDay): KnownDays => knownDays([], addDays(today, 1))

/** The player's streak. Fetches older days if necessary, without their drawings. */
export function useStreak(known: KnownDays, today: GameDay): Streak {
  const userId = useUser()?.id ?? ''
  const streak = streakOf(known, today)
  const { data } = useQuery({
    queryKey: [...QUERY.history, userId, 'streak', today, known.since],
    queryFn: ({ signal }) => fetchStreak(known, today, signal),
    staleTime: CACHE.resultsMs,
    enabled: streak.isMore,
  })
  return streak.isMore && data ? data : streak
}

/** Fetches the player's streak, as a sentence; empty without one. @throws the error of the call */
export async function streakGreeting(): Promise<string> {
  const today = gameDayAt(serverNow())
  const streak = await fetchStreak(noKnownDays(today), today)
  return streak.days === 0 ? '' : `${streakText(streak)}.`
}

async function fetchStreak(known: KnownDays, today: GameDay, signal?: AbortSignal): Promise<Streak> {
  const entries = [...known.entries.values()].flat()
  const off = [...known.off]
  let { since } = known
  for (let pages = 0; since !== null && pages < MAX_PAGES; pages++) {
    const query = { before: since, limit: HISTORY.pageMax, drawings: 'omit' as const }
    const page: History = await api.getHistory({ query }, signal && { signal })
    entries.push(...page.entries)
    off.push(...(page.daysOff ?? []))
    since = page.nextBefore
    if (!streakOf(knownDays(entries, since, off), today).isMore) break
  }
  return streakOf(knownDays(entries, since, off), today)
}
