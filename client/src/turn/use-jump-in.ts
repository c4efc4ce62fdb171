import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../paths.ts'
import { track } from '../platform/analytics.ts'
import { isConnectionLost } from '../platform/online.ts'
import { showMessage } from '../platform/question.ts'
import { dismissToast } from '../platform/toast.ts'
import { api } from '../session/server/api.ts'
import { useUser } from '../session/session-store.ts'
import { cacheToday } from './today.ts'

/**
 * Joins or creates today's game and continues with the next step. `problem` says why the last try failed, to be shown
 * beside the button.
 */
export function useJumpIn(source: 'home' | 'group') {
  const navigate = useNavigate()
  const user = useUser()
  const {
    mutate: jumpIn,
    isPending: isBusy,
    error,
  } = useMutation({
    meta: { failure: 'Joining a game failed' },
    mutationFn: async () => {
      dismissToast()
      const today = await api.jumpIn()
      await cacheToday(today)
      track('game_start', {
        game_type: today.gameType ?? 'public',
        group_id: today.group?.id ?? null,
        source,
        action: 'jump_in',
      })
      if (today.canStartTurn) await navigate(PATHS.ready)
      else await goToNextStep(today, user?.id ?? '')
    },
    onError: async (error) => {
      if (hasGroupGame(error)) await showMessage('You already have a group game today. Complete that first!')
    },
  })
  const advice = isConnectionLost(error) ? 'Check your connection' : 'Please try again'
  const problem = error && !hasGroupGame(error) ? `You could not join a game. ${advice}.` : null
  return { jumpIn, isBusy, problem }
}

const hasGroupGame = (error: Error): boolean =>
  error instanceof ApiError && error.message.includes('already have a group game')

async function goToNextStep(today: Today, userId: string): Promise<void> {
  if (today.yourStatus === 'completed' || today.yourStatus === 'skipped') {
    await showMessage(
      "You've already played in today's public game! Wait for the game to complete to see results.",
    )
  } else if (today.yourStatus === 'pending') {
    const queue = today.participants.filter(({ status }) => status === 'pending')
    const position = queue.findIndex((participant) => participant.userId === userId) + 1
    await showMessage(`You're in the queue! ${position} player(s) ahead of you.`)
  }
}
