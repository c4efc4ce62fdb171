import type { Board } from './board.ts'

export type Shortcut = 'pen' | 'eraser' | 'fill' | 'thinner' | 'thicker' | 'undo' | 'redo'

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const PLAIN: Readonly<Record<string, Shortcut>> = {
  b: 'pen',
  e: 'eraser',
  f: 'fill',
  '[': 'thinner',
  ']': 'thicker',
}

/** What the keys of shortcuts type on a US keyboard. Other layouts have the same keys with letters of other scripts. */
const OF_CODE: Readonly<Record<string, string>> = {
  KeyB: 'b',
  KeyE: 'e',
  KeyF: 'f',
  KeyZ: 'z',
  KeyY: 'y',
  BracketLeft: '[',
  BracketRight: ']',
}

const ASCII = /^[ -~]$/

/**
 * The shortcut of a key press: B, E, F, [ and ], or Ctrl or Cmd with Z, Y or Shift+Z. No key clears the drawing, so
 * that an accidental key press cannot destroy it. A key that types no Latin letter counts by its place.
 */
export function shortcutOf({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Keys): Shortcut | null {
  const letter = ASCII.test(key) ? key.toLowerCase() : OF_CODE[code]
  if (letter === undefined) return null
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
