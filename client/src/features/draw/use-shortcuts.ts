import { useEffect, useEffectEvent } from 'react'
import type { Board } from '../../drawing/board.ts'
import { performShortcut, type Shortcut, shortcutOf } from '../../drawing/shortcuts.ts'

const ANNOUNCEMENTS: Readonly<Record<Shortcut, string>> = {
  pen: 'Brush',
  eraser: 'Eraser',
  fill: 'Fill bucket',
  thinner: 'Thinner brush',
  thicker: 'Thicker brush',
  undo: 'Undone',
  redo: 'Redone',
}

/** The keyboard shortcuts of the drawing screen, independent of the focus. */
export function useShortcuts(board: Board, isEnabled: boolean, say: (text: string) => void): void {
  const announce = useEffectEvent(say)
  useEffect(() => {
    if (!isEnabled) return
    const onKey = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event)
      if (!shortcut || event.defaultPrevented || isForOtherControl(event.target)) return
      event.preventDefault()
      if (performShortcut(board, shortcut)) announce(ANNOUNCEMENTS[shortcut])
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [board, isEnabled])
}

/** Whether the event belongs to a text field or a dialog. */
const isForOtherControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=range], [type=radio]), textarea, [contenteditable], dialog') !== null
