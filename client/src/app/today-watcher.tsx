import type { PlayerStatus, Today } from '@inkling/mock-server/contract/schemas/game'
import { noGameToday } from '@inkling/mock-server/rules/views/player-view'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { PATHS } from '../paths.ts'
import { toast } from '../platform/toast.ts'
import { wasPassed } from '../session/device/passed-game.ts'
import { dropHistory, dropPastCaches } from '../session/device/past-caches.ts'
import { isolatedName } from '../session/names/isolated-name.ts'
import { useToday } from '../turn/today.ts'

/**
 * Polls today's game on screens that do not poll it themselves, and reports changes of the turn and the end of the
 * game. On every screen, a change drops the caches that it makes stale.
 */
export function TodayWatcher() {
  const { pathname } = useLocation()
  // Home and the screens of today's game poll and display these changes themselves.
  const isElsewhere =
    pathname === PATHS.results || (pathname !== PATHS.home && !pathname.startsWith('/game/'))
  const { data } = useToday({ poll: isElsewhere })
  const before = useRef<Today | null>(null)
  useEffect(() => {
    const last = before.current
    before.current = data ?? null
    if (!data || !last) return
    if (data.gameId !== last.gameId) dropPastCaches()
    else if (data.status !== last.status || data.yourStatus !== last.yourStatus) dropHistory()
    // A player who has just joined a game need not be told.
    const news = last === noGameToday ? null : changeText(last, data)
    if (news && isElsewhere) toast(news)
  }, [data, isElsewhere])
  return null
}

/** The change between two polls as a sentence; null if nothing relevant changed. */
export function changeText(before: Today, now: Today): string | null {
  // Also the first turn of a new game.
  if (!before.canStartTurn && now.canStartTurn) return "It's your turn to play!"
  if (before.gameId !== now.gameId) return null
  if (before.status !== 'completed' && now.status === 'completed') return 'Game Complete! The results are in.'
  if (now.yourStatus && before.yourStatus !== now.yourStatus) {
    // Perhaps in another tab.
    const hasPassed = wasPassed(now.gameId) || now.participants.some(({ excused }) => excused)
    return now.yourStatus === 'skipped' && hasPassed ? 'You passed this turn.' : STATUS_TEXT[now.yourStatus]
  }
  const [last, next] = [before.currentTurn, now.currentTurn]
  if (next && next.userId !== last?.userId) return `${isolatedName(next.username)} is playing now`
  if (last && !next) return `${isolatedName(last.username)}'s turn is over`
  return before.canStartTurn && !now.canStartTurn ? 'You cannot play right now' : null
}

const STATUS_TEXT: Record<PlayerStatus, string> = {
  pending: 'You are waiting for your turn.',
  playing: 'Your turn has started.',
  completed: 'Your turn is complete.',
  skipped: 'Your turn ran out of time.',
}
