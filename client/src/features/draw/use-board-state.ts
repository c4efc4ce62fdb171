import { useSyncExternalStore } from 'react'
import type { Board, BoardState } from '../../drawing/board.ts'

/** One thing about a board, kept up to date; what else changes there renders nothing. */
export function useBoardState<T extends string | number | boolean>(
  board: Board,
  select: (state: BoardState) => T,
): T {
  return useSyncExternalStore(
    (onChange) => board.changed.listen(onChange),
    () => select(board.state),
  )
}
