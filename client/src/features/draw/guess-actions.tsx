import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { askToConfirm } from '../../platform/question.ts'
import { useToday } from '../../turn/today.ts'
import { leavePassedTurn } from '../../turn/turn-store.ts'
import { ReportButton } from '../../ui/report/report-button.tsx'
import { usePassing } from '../../ui/turn/pass-turn.tsx'

/** Reports the guess to draw, and tells if it was removed. In both cases the turn can be passed without a mark. */
export function GuessActions({ turn: { gameId, previousEntry } }: { turn: TurnView }) {
  const navigate = useNavigate()
  const { data: today } = useToday({ poll: false })
  const hidden = today?.yourPreviousEntry?.hidden ?? previousEntry?.hidden
  const isRemoved = hidden === 'all'
  const goHome = () => navigate(PATHS.home, { replace: true })
  const { mutate: pass } = usePassing()
  const tell = useEffectEvent(async () => {
    const passes = await askToConfirm(
      'This guess was removed',
      'You can draw it all the same, or pass this turn. If you pass, your streak stays.',
      'Pass',
    )
    if (passes) pass()
  })
  useEffect(() => {
    if (isRemoved) void tell()
  }, [isRemoved])
  if (hidden !== undefined) return null
  return (
    <ReportButton
      isOnTurn
      thing={{ gameId, kind: 'guess', userId: null, username: 'this player' }}
      onPassed={() => void leavePassedTurn().then(goHome)}
    />
  )
}
