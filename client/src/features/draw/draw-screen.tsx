import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useState } from 'react'
import { useToday } from '../../turn/today.ts'
import { useActiveTurn } from '../../turn/use-active-turn.ts'
import { NoActiveTurn, TurnNotLoaded } from '../../ui/no-active-turn.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/state-panel.tsx'
import { DrawingSubmitted } from './drawing-submitted.tsx'
import { DrawingTurn } from './drawing-turn.tsx'
import { KeptDrawing } from './kept-drawing.tsx'

/** A drawing turn: the word, a sheet of paper, the crayons (SCREENS.md, A turn). */
export default function DrawScreen() {
  const active = useActiveTurn('drawing')
  const turn = active.state === 'active' ? active.turn : null
  // The turn of an accepted drawing, which ends shortly before the next screen appears.
  const [submitted, setSubmitted] = useState<TurnView | null>(null)
  const shown = turn ?? submitted
  const { data: today } = useToday({ poll: false })
  const [hadTurn, setHadTurn] = useState(false)
  if (turn && !hadTurn) setHadTurn(true)
  return (
    <Page title="Drawing" heading={null} width="wide" tight>
      <h1 className="visually-hidden">Drawing</h1>
      {shown ? (
        <DrawingTurn key={shown.turnId} turn={shown} onSubmission={setSubmitted} />
      ) : active.state === 'loading' ? (
        <Loading text="Loading canvas..." />
      ) : active.state === 'done' ? (
        <Loading text="Back to the game..." />
      ) : active.state === 'failed' ? (
        <TurnNotLoaded error={active.error} onRetry={active.retry} />
      ) : hadTurn && today?.yourStatus === 'completed' ? (
        <DrawingSubmitted />
      ) : (
        <>
          <NoActiveTurn isExpired={active.state === 'expired'} />
          <KeptDrawing />
        </>
      )}
    </Page>
  )
}
