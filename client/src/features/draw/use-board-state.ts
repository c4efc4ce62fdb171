import { useSyncExternalStore } from 'react'
import type { Board, BoardState } from '../../drawing/board.ts'

/** One value of a board's state. Changes of other values do not render. */
export function useBoardState<T extends string | number | boolean>(
  board: Board,
  select: (state: BoardState) => T,
): T {
  return useSyncExternalStore(
    (onChange) => board.changed.listen(onChange),
    () => select(board.state),
  )
}
