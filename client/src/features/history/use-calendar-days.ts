import { CACHE, HISTORY } from '@inkling/mock-server/contract/constants'
import type { History, HistoryEntry } from '@inkling/mock-server/contract/schemas/user'
import type { GameDay } from '@inkling/mock-server/rules/day'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../session/api.ts'
import { QUERY } from '../../session/query-client.ts'
import { useUser } from '../../session/session-store.ts'
import {
  addMonths,
  firstOf,
  isKnown,
  type KnownDays,
  knownDays,
  type Month,
  type Streak,
  streakOf,
} from './calendar-days.ts'

/** As many days as a month can have; most days have one game. */
const MONTH_DAYS = 31
/** A page holds whole drawings: beyond these a streak is told as "more than". */
const STREAK_PAGES = 2

/** A month of the player's days: from what the screen has loaded already, else fetched. */
export function useCalendarMonth(month: Month, known: KnownDays) {
  const userId = useUser()?.id ?? ''
  const isThere = isKnown(known, firstOf(month))
  const { data, error, refetch } = useQuery({
    queryKey: [...QUERY.history, userId, month],
    queryFn: ({ signal }) => fetchMonth(month, signal),
    staleTime: CACHE.resultsMs,
    enabled: !isThere,
  })
  return { days: isThere ? known : data, error: isThere ? null : error, refetch }
}

async function fetchMonth(month: Month, signal: AbortSignal): Promise<KnownDays> {
  const first = firstOf(month)
  const entries: HistoryEntry[] = []
  let before: GameDay | null = firstOf(addMonths(month, 1))
  while (before !== null && before > first) {
    const page: History = await api.getHistory({ query: { before, limit: MONTH_DAYS } }, { signal })
    entries.push(...page.entries)
    before = page.nextBefore
  }
  return knownDays(entries, before)
}

/** The player's streak; of one that reaches beyond what the screen has loaded, the rest is fetched. */
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

async function fetchStreak(known: KnownDays, today: GameDay, signal: AbortSignal): Promise<Streak> {
  const entries = [...known.entries.values()].flat()
  let { since } = known
  for (let pages = 0; since !== null && pages < STREAK_PAGES; pages++) {
    const query = { before: since, limit: HISTORY.pageMax }
    const page: History = await api.getHistory({ query }, { signal })
    entries.push(...page.entries)
    since = page.nextBefore
    if (!streakOf(knownDays(entries, since), today).isMore) break
  }
  return streakOf(knownDays(entries, since), today)
}
