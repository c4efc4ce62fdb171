import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Streak } from '../day/calendar-days.ts'
import { useGameDay } from '../day/use-game-day.ts'
import { PATHS } from '../paths.ts'
import { noKnownDays, useStreak } from '../session/streak.ts'
import { passTurn } from '../turn/turn-store.ts'
import { askToConfirm } from './alerts.tsx'
import { Button } from './button.tsx'
import { toast } from './toast.tsx'

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
  const navigate = useNavigate()
  const today = useGameDay()
  const streak = useStreak(noKnownDays(today), today)
  const [isBusy, setBusy] = useState(false)
  const pass = async () => {
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
    if (!isSure) return
    setBusy(true)
    try {
      await passTurn()
      await navigate(PATHS.home, { replace: true })
    } catch (error) {
      console.info('Failed to skip turn:', error)
      toast('Failed to skip turn. Please try again.')
      setBusy(false)
    }
  }
  return (
    <Button tone="quiet" size={size} busy={isBusy} disabled={disabled} onClick={() => void pass()}>
      Pass
    </Button>
  )
}

const endText = ({ days, isMore }: Streak): string =>
  days === 1 && !isMore
    ? 'Your streak of 1 day ends.'
    : `Your streak of ${days}${isMore ? '+' : ''} days ends.`
