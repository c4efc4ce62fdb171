import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../paths.ts'
import { track } from '../platform/analytics.ts'
import { isConnectionLost } from '../platform/online.ts'
import { showMessage } from '../platform/question.ts'
import { dismissToast, toast } from '../platform/toast.ts'
import { api } from '../session/server/api.ts'
import { useUser } from '../session/session-store.ts'
import { cacheToday } from './today.ts'

/** Joins or creates today's game and continues with the next step. */
export function useJumpIn(source: 'home' | 'group') {
  const navigate = useNavigate()
  const user = useUser()
  const { mutate: jumpIn, isPending: isBusy } = useMutation({
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
      if (error instanceof ApiError && error.message.includes('already have a group game')) {
        await showMessage('You already have a group game today. Complete that first!')
        return
      }
      toast(
        `You could not join a game. ${isConnectionLost(error) ? 'Check your connection' : 'Please try again'}.`,
      )
    },
  })
  return { jumpIn, isBusy }
}

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
