import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useLayoutEffect, useState } from 'react'
import { Autosave } from '../../drawing/autosave.ts'
import { Board } from '../../drawing/board.ts'
import { isLoggedOut } from '../../session/session-store.ts'
import { promptOf } from './prompt.ts'

export interface SavedBoard {
  board: Board
  autosave: Autosave
}

/** The board of a turn with its saved drawing; null until it is loaded. */
export function useSavedBoard({ turnId, gameId, ...turn }: TurnView): SavedBoard | null {
  const word = promptOf(turn).text
  const [saved, setSaved] = useState<SavedBoard | null>(null)
  // Before the browser paints: otherwise it displays an empty page first.
  useLayoutEffect(() => {
    const board = new Board()
    const autosave = new Autosave(board, { turnId, gameId, word })
    autosave.restore()
    autosave.start()
    setSaved({ board, autosave })
    // After a logout in another tab, nothing of the player remains.
    return () => (isLoggedOut() ? autosave.discard() : autosave.stop())
  }, [turnId, gameId, word])
  return saved
}
