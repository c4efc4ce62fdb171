import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { PATHS } from '../paths.ts'
import { dropHistory, dropPastCaches } from '../session/past-caches.ts'
import { useToday } from '../turn/today.ts'
import { toast } from '../ui/toast.tsx'

/**
 * Polls today's game on screens that do not poll it themselves, and reports changes of the turn and the end of the
 * game. On every screen, a change drops the caches that it makes stale.
 */
export function TodayWatcher() {
  const { pathname } = useLocation()
  // Home and the game screens poll and display these changes themselves.
  const isElsewhere = pathname !== PATHS.home && !pathname.startsWith('/game/')
  const { data } = useToday({ poll: isElsewhere })
  const before = useRef<Today | null>(null)
  useEffect(() => {
    const last = before.current
    before.current = data ?? null
    if (!data || !last) return
    if (data.gameId !== last.gameId) dropPastCaches()
    else if (data.status !== last.status || data.yourStatus !== last.yourStatus) dropHistory()
    const news = changeText(last, data)
    if (news && isElsewhere) toast(news)
  }, [data, isElsewhere])
  return null
}

/** The change between two polls of the same game as a sentence; null if nothing relevant changed (spec section 4). */
export function changeText(before: Today, now: Today): string | null {
  if (before.gameId !== now.gameId) return null
  if (before.status !== 'completed' && now.status === 'completed') return 'Game Complete! The results are in.'
  if (!before.canStartTurn && now.canStartTurn) return "It's your turn to play!"
  if (before.yourStatus !== now.yourStatus && now.yourStatus === 'skipped')
    return 'Your turn ran out of time.'
  const holder = now.currentTurn
  if (holder && before.currentTurn?.userId !== holder.userId && now.yourStatus === 'pending') {
    return `${holder.username} is playing now`
  }
  return null
}
