import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import { Loading } from '../../ui/state-panel.tsx'
import { DrawingTable } from './drawing-table.tsx'
import { useSavedBoard } from './use-saved-board.ts'

/** A drawing turn. Loads its board first. */
export function DrawingTurn({
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
