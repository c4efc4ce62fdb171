import type { Board } from './board.ts'

export type Shortcut = 'pen' | 'eraser' | 'fill' | 'thinner' | 'thicker' | 'undo' | 'redo'

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const PLAIN: Readonly<Record<string, Shortcut>> = {
  b: 'pen',
  e: 'eraser',
  f: 'fill',
  '[': 'thinner',
  ']': 'thicker',
}

/**
 * The shortcut of a key press: B, E, F, [ and ], or Ctrl or Cmd with Z, Y or Shift+Z. No key clears the drawing, so
 * that an accidental key press cannot destroy it.
 */
export function shortcutOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Keys): Shortcut | null {
  const letter = key.toLowerCase()
  if ((ctrlKey || metaKey) && !altKey) {
    if (letter === 'z') return shiftKey ? 'redo' : 'undo'
    return letter === 'y' && !shiftKey ? 'redo' : null
  }
  // On some keyboards, brackets need Alt; with letters, Alt opens menus. Windows sends Alt Graph as Ctrl and Alt.
  return altKey && letter !== '[' && letter !== ']' ? null : (PLAIN[letter] ?? null)
}

/** Performs a shortcut. Returns false if there was nothing to undo or redo. */
export function performShortcut(board: Board, shortcut: Shortcut): boolean {
  switch (shortcut) {
    case 'undo':
      return board.undo()
    case 'redo':
      return board.redo()
    case 'thinner':
      board.setSize(board.state.size - 1)
      return true
    case 'thicker':
      board.setSize(board.state.size + 1)
      return true
    default:
      board.setTool(shortcut)
      return true
  }
}
