import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useState } from 'react'
import { useToday } from '../../turn/today.ts'
import { useActiveTurn } from '../../turn/use-active-turn.ts'
import { NoActiveTurn, TurnNotLoaded } from '../../ui/page/no-active-turn.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Loading } from '../../ui/page/state-panel.tsx'
import { GuessTurn } from './guess-turn.tsx'
import { type GuessSummary, TurnSummary } from './turn-summary.tsx'

/** A guessing turn: the drawing, up to five attempts, and the summary (SCREENS.md, A turn). */
export default function GuessScreen() {
  const active = useActiveTurn('guess')
  const { data: today } = useToday({ poll: false })
  // Stored here, because the turn may be submitted and cleared while the summary is shown.
  const [summary, setSummary] = useState<GuessSummary | null>(null)
  return (
    <Page
      title="Guessing"
      heading={null}
      tight
      width={!summary && active.state === 'active' ? 'wide' : 'column'}
    >
      <h1 className="visually-hidden">Guessing</h1>
      {summary ? (
        <TurnSummary summary={summary} />
      ) : active.state === 'active' ? (
        <GuessTurn
          key={active.turn.turnId}
          turn={active.turn}
          onDone={() => setSummary(summaryOf(active.turn))}
        />
      ) : active.state === 'loading' ? (
        <Loading text="Looking for your turn..." />
      ) : active.state === 'done' ? (
        <Loading text="Back to the game..." />
      ) : active.state === 'failed' ? (
        <TurnNotLoaded error={active.error} onRetry={active.retry} />
      ) : (
        <NoActiveTurn reason={active.state} isCounted={today?.yourStatus === 'completed'} />
      )}
    </Page>
  )
}

/** Called with the turn from the store, which includes the last attempt. */
function summaryOf(turn: TurnView): GuessSummary {
  return { drawing: turn.previousEntry?.drawing ?? null, attempts: turn.currentAttempts }
}
