import { pixelOf } from '@inkling/mock-server/picture/painting/color'
import { describe, expect, it, vi } from 'vitest'
import { Board } from './board.ts'

function draw(board: Board, ...points: [number, number][]): void {
  const [[x, y] = [0, 0], ...rest] = points
  board.press(x, y)
  for (const point of rest) board.move(...point)
  board.lift()
}

describe('Board', () => {
  it('starts with a black brush of size 5', () => {
    expect(new Board().state).toMatchObject({ tool: 'pen', color: '#000000', size: 5, canUndo: false })
  })

  it('erases twice as wide as it draws', () => {
    const board = new Board()
    board.setSize(9)
    draw(board, [10, 10], [50, 50])
    board.setTool('eraser')
    draw(board, [10, 10], [50, 50])
    expect(board.drawing.strokes.map(({ tool, size }) => [tool, size])).toEqual([
      ['pen', 9],
      ['eraser', 18],
    ])
  })

  it('erases with the eraser end of a pen, whatever tool is selected', () => {
    const board = new Board()
    board.press(10, 10, 0.5, true)
    board.lift()
    expect(board.drawing.strokes[0]?.tool).toBe('eraser')
    expect(board.state.tool).toBe('pen')
  })

  it('limits the size to 2 to 30', () => {
    const board = new Board()
    board.setSize(0)
    expect(board.state.size).toBe(2)
    board.setSize(99)
    expect(board.state.size).toBe(30)
  })

  it('selects the brush when a colour is chosen with the eraser, but keeps the bucket', () => {
    const board = new Board()
    board.setTool('eraser')
    board.setColor('#ED4444')
    expect(board.state).toMatchObject({ tool: 'pen', color: '#ED4444' })
    board.setTool('fill')
    board.setColor('#366EFB')
    expect(board.state.tool).toBe('fill')
  })

  it('fills on release, unless the pointer has moved away or the fill would change nothing', () => {
    const board = new Board()
    const stepped = vi.fn()
    board.stepped.listen(stepped)
    board.setTool('fill')
    board.setColor('#49D849')
    board.press(100, 100)
    expect(board.state.strokeCount).toBe(0)
    board.move(160, 100)
    board.lift()
    expect(board.state.strokeCount).toBe(0)
    draw(board, [100, 100], [104, 101])
    expect(board.state.strokeCount).toBe(1)
    expect(board.drawing.picture.pixels[0]).toBe(pixelOf('#49D849'))
    draw(board, [100, 100])
    expect(stepped).toHaveBeenCalledTimes(1)
  })

  it('reports the available actions', () => {
    const board = new Board()
    const changed = vi.fn()
    board.changed.listen(changed)
    draw(board, [10, 10], [20, 20])
    expect(board.state).toMatchObject({ canUndo: true, canRedo: false, strokeCount: 1 })
    board.undo()
    expect(board.state).toMatchObject({ canUndo: false, canRedo: true, strokeCount: 0 })
    expect(board.undo()).toBe(false)
    board.redo()
    board.clear()
    expect(board.state).toMatchObject({ canUndo: true, strokeCount: 0 })
    expect(changed).toHaveBeenCalledTimes(4)
  })

  it('ends the stroke in progress when another tool is selected', () => {
    const board = new Board()
    board.press(10, 10)
    board.move(30, 30)
    board.setTool('eraser')
    expect(board.isDown).toBe(false)
    expect(board.state.strokeCount).toBe(1)
    board.move(90, 90)
    expect(board.drawing.strokes[0]?.points).toHaveLength(2)
  })

  it('discards a cancelled stroke', () => {
    const board = new Board()
    const stepped = vi.fn()
    board.stepped.listen(stepped)
    board.press(10, 10)
    board.move(90, 90)
    board.cancel()
    board.lift()
    expect(stepped).not.toHaveBeenCalled()
    expect(board.drawing.picture.pixels.every((pixel) => pixel === -1)).toBe(true)
  })
})
