import { describe, expect, it } from 'vitest'
import { Board } from './board.ts'
import { performShortcut, shortcutOf } from './shortcuts.ts'

const NONE = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const keys = (key: string, held: Partial<typeof NONE> = {}, code = '') =>
  shortcutOf({ key, code, ...NONE, ...held })

describe('shortcutOf', () => {
  it.each([
    ['b', 'pen'],
    ['B', 'pen'],
    ['e', 'eraser'],
    ['f', 'fill'],
    ['[', 'thinner'],
    [']', 'thicker'],
  ] as const)('%s: %s', (key, shortcut) => {
    expect(keys(key)).toBe(shortcut)
  })

  it('undoes and redoes with Ctrl and with Cmd', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(keys('z', held)).toBe('undo')
      expect(keys('Z', { ...held, shiftKey: true })).toBe('redo')
      expect(keys('y', held)).toBe('redo')
    }
  })

  it.each([
    [
      'Cyrillic',
      { KeyB: 'и', KeyE: 'у', KeyF: 'а', KeyZ: 'я', KeyY: 'н', BracketLeft: 'х', BracketRight: 'ъ' },
    ],
    [
      'Arabic',
      { KeyB: 'لا', KeyE: 'ث', KeyF: 'ب', KeyZ: 'ئ', KeyY: 'غ', BracketLeft: 'ج', BracketRight: 'د' },
    ],
    ['Greek', { KeyB: 'β', KeyE: 'ε', KeyF: 'φ', KeyZ: 'ζ', KeyY: 'υ', BracketLeft: '[', BracketRight: ']' }],
    ['Japanese', { KeyB: 'Process', KeyE: 'Process', KeyF: 'Process', KeyZ: 'Process', KeyY: 'Process' }],
  ])('works by the place of the keys on a %s keyboard', (_, typed) => {
    const plain = {
      KeyB: 'pen',
      KeyE: 'eraser',
      KeyF: 'fill',
      BracketLeft: 'thinner',
      BracketRight: 'thicker',
    }
    for (const [code, key] of Object.entries(typed)) {
      expect(keys(key, {}, code)).toBe(plain[code as keyof typeof plain] ?? null)
    }
    expect(keys(typed.KeyZ, { ctrlKey: true }, 'KeyZ')).toBe('undo')
    expect(keys(typed.KeyZ, { ctrlKey: true, shiftKey: true }, 'KeyZ')).toBe('redo')
    expect(keys(typed.KeyY, { metaKey: true }, 'KeyY')).toBe('redo')
  })

  it('works by the letter on Latin keyboards with other places', () => {
    // AZERTY: Z is where W is on other keyboards. QWERTZ: Y is where Z is.
    expect(keys('z', { ctrlKey: true }, 'KeyW')).toBe('undo')
    expect(keys('w', { ctrlKey: true }, 'KeyZ')).toBeNull()
    expect(keys('y', { ctrlKey: true }, 'KeyZ')).toBe('redo')
  })

  it("ignores other keys, and the browser's shortcuts such as Ctrl+F and Alt+B", () => {
    for (const key of ['Backspace', 'Delete', 'z', 'y', ' ', 'ArrowLeft', 'Enter'])
      expect(keys(key)).toBeNull()
    expect(keys('f', { ctrlKey: true })).toBeNull()
    expect(keys('b', { metaKey: true })).toBeNull()
    expect(keys('b', { altKey: true })).toBeNull()
    expect(keys('z', { ctrlKey: true, altKey: true })).toBeNull()
  })

  it('accepts brackets typed with Alt', () => {
    expect(keys('[', { altKey: true })).toBe('thinner')
  })
})

describe('performShortcut', () => {
  it('changes tool and size', () => {
    const board = new Board()
    performShortcut(board, 'fill')
    performShortcut(board, 'thicker')
    performShortcut(board, 'thicker')
    performShortcut(board, 'thinner')
    expect(board.state).toMatchObject({ tool: 'fill', size: 6 })
  })

  it('reports whether there was anything to undo', () => {
    const board = new Board()
    expect(performShortcut(board, 'undo')).toBe(false)
    board.press(5, 5)
    board.lift()
    expect(performShortcut(board, 'undo')).toBe(true)
    expect(performShortcut(board, 'redo')).toBe(true)
    expect(performShortcut(board, 'redo')).toBe(false)
  })
})
