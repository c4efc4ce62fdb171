import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { PATHS } from '../paths.ts'
import { dropHistory, dropPast } from '../session/past.ts'
import { useToday } from '../turn/today.ts'
import { toast } from '../ui/toast.tsx'

/**
 * Polls today's game while the player looks elsewhere, and says what it brings: a change of turn, the end of the game.
 * Wherever the player is, a change also drops the caches that it makes wrong.
 */
export function TodayWatcher() {
  const { pathname } = useLocation()
  // Home and the turn itself show these things in full, and ask for themselves.
  const isElsewhere = pathname !== PATHS.home && !pathname.startsWith('/game/')
  const { data } = useToday({ poll: isElsewhere })
  const before = useRef<Today | null>(null)
  useEffect(() => {
    const last = before.current
    before.current = data ?? null
    if (!data || !last) return
    if (data.gameId !== last.gameId) dropPast()
    else if (data.status !== last.status || data.yourStatus !== last.yourStatus) dropHistory()
    const news = newsOf(last, data)
    if (news && isElsewhere) toast(news)
  }, [data, isElsewhere])
  return null
}

/** What changed between two looks at the same game, as a sentence; null when nothing did that matters (spec section 4). */
export function newsOf(before: Today, now: Today): string | null {
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
