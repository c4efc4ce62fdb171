import { CACHE } from '@inkling/mock-server/contract/constants'
import type { History, HistoryEntry } from '@inkling/mock-server/contract/schemas/user'
import type { GameDay } from '@inkling/mock-server/rules/time/day'
import { useQuery } from '@tanstack/react-query'
import {
  addMonths,
  firstDayOf,
  isKnown,
  type KnownDays,
  knownDays,
  type Month,
} from '../../day/calendar-days.ts'
import { api } from '../../session/server/api.ts'
import { QUERY } from '../../session/server/query-client.ts'
import { useUser } from '../../session/session-store.ts'

/** The maximum number of games in a month; most days have one. */
const MONTH_DAYS = 31
/** A month of the player's days: from the loaded history if possible, otherwise fetched. */
export function useCalendarMonth(month: Month, known: KnownDays) {
  const userId = useUser()?.id ?? ''
  const isThere = isKnown(known, firstDayOf(month))
  const { data, error, refetch } = useQuery({
    queryKey: [...QUERY.history, userId, month],
    queryFn: ({ signal }) => fetchMonth(month, signal),
    staleTime: CACHE.resultsMs,
    enabled: !isThere,
  })
  return { days: isThere ? known : data, error: isThere ? null : error, refetch }
}

async function fetchMonth(month: Month, signal: AbortSignal): Promise<KnownDays> {
  const first = firstDayOf(month)
  const entries: HistoryEntry[] = []
  let before: GameDay | null = firstDayOf(addMonths(month, 1))
  while (before !== null && before > first) {
    const page: History = await api.getHistory({ query: { before, limit: MONTH_DAYS } }, { signal })
    entries.push(...page.entries)
    before = page.nextBefore
  }
  return knownDays(entries, before)
}
