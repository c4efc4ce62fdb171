import { describe, expect, it } from 'vitest'
import { UndoHistory, type UndoStep } from './undo-history.ts'

const fill = (color: string): UndoStep => ({ tool: 'fill', color, size: 1, points: [[1, 1]] })
const [a, b, c, z] = [fill('#a'), fill('#b'), fill('#c'), fill('#z')]

function historyOf(...steps: UndoStep[]): UndoHistory {
  const history = new UndoHistory()
  for (const step of steps) history.push(step)
  return history
}

describe('UndoHistory', () => {
  it('undoes and redoes', () => {
    const history = historyOf(a, b, c)
    expect(history.undo()).toBe(2)
    expect(history.undo()).toBe(1)
    expect(history.done).toEqual([a])
    expect(history.undone).toEqual([b, c])
    expect(history.redo()).toBe(b)
    expect(history.redo()).toBe(c)
    expect(history.redo()).toBeNull()
    expect(history.done).toEqual([a, b, c])
  })

  it('undoes nothing before the first step', () => {
    const history = historyOf(a)
    history.undo()
    expect(history.canUndo).toBe(false)
    expect(history.undo()).toBeNull()
    expect(history.canRedo).toBe(true)
  })

  it('discards undone steps when a new one is added', () => {
    const history = historyOf(a, b)
    history.undo()
    history.push(z)
    expect(history.canRedo).toBe(false)
    expect(history.done).toEqual([a, z])
  })

  it('loads done and undone steps', () => {
    const history = new UndoHistory()
    history.load([a], [b])
    expect(history.redo()).toBe(b)
    expect(history.count).toBe(2)
  })

  it('has the strokes since the sheet was last cleared', () => {
    const history = historyOf(a, { tool: 'clear' }, b, c)
    history.undo()
    expect(history.strokes).toEqual([b])
  })
})
