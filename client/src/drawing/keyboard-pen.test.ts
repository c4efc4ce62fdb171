import { describe, expect, it } from 'vitest'
import { Board } from './board.ts'
import { KeyboardPen } from './keyboard-pen.ts'

function withPen() {
  const board = new Board()
  const pen = new KeyboardPen(board)
  const tap = (...keys: string[]) => {
    for (const key of keys) {
      pen.press(key, false)
      pen.release(key)
    }
  }
  return { board, pen, tap }
}

describe('KeyboardPen', () => {
  it('starts in the middle and moves without drawing', () => {
    const { board, pen, tap } = withPen()
    tap('ArrowRight', 'ArrowUp')
    expect([pen.x, pen.y]).toEqual([181, 169])
    expect(board.state.strokeCount).toBe(0)
  })

  it('draws between two presses of Space', () => {
    const { board, tap } = withPen()
    tap(' ', 'ArrowRight', 'ArrowRight', 'ArrowDown', ' ', 'ArrowDown')
    expect(board.drawing.strokes[0]?.points).toEqual([
      [175, 175],
      [181, 175],
      [187, 175],
      [187, 181],
    ])
  })

  it('moves by one pixel with Shift, and diagonally with two arrows', () => {
    const { pen } = withPen()
    pen.press('ArrowRight', true)
    expect(pen.x).toBe(176)
    pen.press('ArrowDown', true)
    expect([pen.x, pen.y]).toEqual([177, 176])
    pen.release('ArrowRight')
    pen.press('ArrowDown', true)
    expect([pen.x, pen.y]).toEqual([177, 177])
  })

  it('stays on the canvas', () => {
    const { pen } = withPen()
    for (let times = 0; times < 80; times++) pen.press('ArrowLeft', false)
    expect(pen.x).toBe(0)
  })

  it('fills on press with the bucket', () => {
    const { board, tap } = withPen()
    board.setTool('fill')
    board.setColor('#FFEE00')
    tap(' ')
    expect(board.isDown).toBe(false)
    expect(board.drawing.strokes[0]).toMatchObject({ tool: 'fill', points: [[175, 175]] })
  })

  it('lifts when the focus leaves, and ignores other keys', () => {
    const { board, pen, tap } = withPen()
    tap('Enter', 'ArrowUp')
    pen.leave()
    expect(board.isDown).toBe(false)
    expect(board.state.strokeCount).toBe(1)
    expect(pen.press('Tab', false)).toBe(false)
  })
})
