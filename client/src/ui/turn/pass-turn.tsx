import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { Streak } from '../../day/calendar-days.ts'
import { useGameDay } from '../../day/use-game-day.ts'
import { PATHS } from '../../paths.ts'
import { askToConfirm, showMessage } from '../../platform/question.ts'
import { noKnownDays, useStreak } from '../../session/streak.ts'
import { passTurn } from '../../turn/turn-store.ts'
import { Button } from '../controls/button.tsx'

/** Passes the turn and goes home; a message if it fails, which covers no button. */
export function usePassing() {
  const navigate = useNavigate()
  return useMutation({
    meta: { failure: 'Failed to skip turn' },
    mutationFn: async () => {
      await passTurn()
      await navigate(PATHS.home, { replace: true })
    },
    onError: () => void showMessage('Failed to skip turn. Please try again.'),
  })
}

/** A button that passes the turn to the next player, after a confirmation. */
export function PassTurn({
  size,
  disabled,
  keepsStreak = false,
}: {
  size?: 'small'
  disabled?: boolean
  /** Whether the server excuses this pass. */
  keepsStreak?: boolean
}) {
  const today = useGameDay()
  const streak = useStreak(noKnownDays(today), today)
  const { mutate: pass, isPending } = usePassing()
  const ask = async () => {
    const isSure = await askToConfirm(
      'Pass this turn?',
      [
        'The next player takes over, and you are done for today.',
        ...(keepsStreak ? ['Your streak stays.'] : streak.days > 0 ? [endText(streak)] : []),
        'You still see the results at midnight.',
      ].join(' '),
      'Pass',
      { bright: 'cancel' },
    )
    if (isSure) pass()
  }
  return (
    <Button tone="quiet" size={size} busy={isPending} disabled={disabled} onClick={() => void ask()}>
      Pass
    </Button>
  )
}

const endText = ({ days, isMore }: Streak): string =>
  days === 1 && !isMore
    ? 'Your streak of 1 day ends.'
    : `Your streak of ${days}${isMore ? '+' : ''} days ends.`
