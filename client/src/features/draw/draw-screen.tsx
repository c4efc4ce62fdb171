import { SHELL } from '@inkling/mock-server/contract/constants'
import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { PATHS, PRACTICE } from '../../paths.ts'
import { useToday } from '../../turn/today.ts'
import { clearValidationError } from '../../turn/turn-store.ts'
import { useActiveTurn } from '../../turn/use-active-turn.ts'
import { loadScreen } from '../../ui/page/load-screen.ts'
import { NoActiveTurn, TurnNotLoaded } from '../../ui/page/no-active-turn.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Loading, StatePanel } from '../../ui/page/state-panel.tsx'
import { DonePicture } from '../../ui/pictures/pictures.tsx'
import { DrawingTable } from './drawing-table.tsx'
import { useSavedBoard } from './use-saved-board.ts'

const KeptDrawing = loadScreen(() => import('./kept-drawing.tsx'))
const PracticeTable = loadScreen(() => import('./practice-table.tsx'))

/** A drawing turn: the word, a sheet of paper, the crayons (SCREENS.md, A turn); or a sheet to practise on. */
export default function DrawScreen() {
  const [search] = useSearchParams()
  if (!search.has(PRACTICE)) return <TurnScreen />
  return (
    <Page title="Drawing" heading={null} width="wide" tight>
      <h1 className="visually-hidden">Drawing</h1>
      <Suspense fallback={<Loading text="Loading canvas..." />}>
        <PracticeTable />
      </Suspense>
    </Page>
  )
}

function TurnScreen() {
  const active = useActiveTurn('drawing')
  const turn = active.state === 'active' ? active.turn : null
  // The turn of an accepted drawing, which ends shortly before the next screen appears.
  const [submitted, setSubmitted] = useState<TurnView | null>(null)
  const shown = turn ?? submitted
  const { data: today } = useToday({ poll: false })
  const [hadTurn, setHadTurn] = useState(false)
  if (turn && !hadTurn) setHadTurn(true)
  useEffect(() => void KeptDrawing.preload(), [])
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
          <NoActiveTurn reason={active.state === 'active' ? 'none' : active.state} />
          <Suspense fallback={null}>
            <KeptDrawing />
          </Suspense>
        </>
      )}
    </Page>
  )
}

/** Shown when the turn was submitted from another tab. */
function DrawingSubmitted() {
  const navigate = useNavigate()
  useEffect(() => {
    clearValidationError()
    const timer = setTimeout(() => void navigate(PATHS.home), SHELL.submittedRedirectMs)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <StatePanel
      role="status"
      picture={<DonePicture />}
      title="Drawing Submitted!"
      text="Taking you back to the game..."
    />
  )
}

/** A drawing turn. Loads its board first. */
function DrawingTurn({
  turn,
  onSubmission,
}: {
  turn: TurnView
  onSubmission: (turn: TurnView | null) => void
}) {
  const saved = useSavedBoard(turn)
  if (!saved) return <Loading text="Loading canvas..." />
  return <DrawingTable turn={turn} saved={saved} onSubmission={onSubmission} />
}
