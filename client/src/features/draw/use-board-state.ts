import { useSyncExternalStore } from 'react'
import type { Board, BoardState } from '../../drawing/board.ts'

/** What is chosen on a board and what can be done, kept up to date. */
export function useBoardState(board: Board): BoardState {
  return useSyncExternalStore(
    (onChange) => board.changed.listen(onChange),
    () => board.state,
  )
}
