import { describe, expect, it, vi } from 'vitest'
import { drawLine, PEN, scribble, seeded } from './drawing.fixture.ts'
import { Drawing } from './drawing.ts'
import { memoryStorage } from './memory-storage.fixture.ts'
import {
  loadDrawing,
  pruneDrawings,
  removeDrawing,
  type SavedDrawing,
  saveDrawing,
} from './saved-drawings.ts'

const MINUTE = 60_000
const NOW = 1_770_000_000_000

const saved = (turnId: string, timestamp = NOW, rest: Partial<SavedDrawing> = {}): SavedDrawing => ({
  turnId,
  gameId: 'game',
  canvasData: 'data:image/png;base64,AAAA',
  timestamp,
  word: 'cat',
  strokes: [],
  undone: [],
  ...rest,
})

describe('a saved drawing', () => {
  it('is restored with strokes, undo and redo', () => {
    const box = memoryStorage()
    const drawing = new Drawing()
    const random = seeded(6)
    for (let index = 0; index < 6; index++) scribble(drawing, random)
    drawing.clear()
    drawLine(drawing, PEN, [1, 2], [3, 4])
    drawing.undo()
    const { done, undone } = drawing.steps
    saveDrawing(box, saved('turn-1', NOW, { strokes: done, undone }))
    expect(loadDrawing(box, 'turn-1', NOW)).toEqual(saved('turn-1', NOW, { strokes: done, undone }))
  })

  it('is stored under the key and in the form of the spec', () => {
    const box = memoryStorage()
    saveDrawing(box, saved('turn-1'))
    expect(JSON.parse(box.get('inkling_drawing_turn-1') ?? '')).toMatchObject({
      turnId: 'turn-1',
      gameId: 'game',
      canvasData: 'data:image/png;base64,AAAA',
      timestamp: NOW,
      word: 'cat',
    })
  })

  it('is discarded when older than 60 minutes', () => {
    const box = memoryStorage()
    saveDrawing(box, saved('turn-1'))
    expect(loadDrawing(box, 'turn-1', NOW + 60 * MINUTE)).not.toBeNull()
    expect(loadDrawing(box, 'turn-1', NOW + 60 * MINUTE + 1)).toBeNull()
    expect(box.keys()).toEqual([])
  })

  it('is one of the three most recent', () => {
    const box = memoryStorage()
    for (const [index, turn] of ['a', 'b', 'c', 'd'].entries()) saveDrawing(box, saved(turn, NOW + index))
    saveDrawing(box, saved('b', NOW + 10))
    expect(box.keys().toSorted()).toEqual(['inkling_drawing_b', 'inkling_drawing_c', 'inkling_drawing_d'])
    saveDrawing(box, saved('e', NOW + 11))
    expect(box.keys().toSorted()).toEqual(['inkling_drawing_b', 'inkling_drawing_d', 'inkling_drawing_e'])
  })

  it('belongs to its turn alone and is deleted when the turn is over', () => {
    const box = memoryStorage()
    saveDrawing(box, saved('turn-1'))
    expect(loadDrawing(box, 'turn-2', NOW)).toBeNull()
    removeDrawing(box, 'turn-1')
    expect(loadDrawing(box, 'turn-1', NOW)).toBeNull()
  })

  it('is deleted when it cannot be read, and nothing else is', () => {
    vi.spyOn(console, 'info').mockReturnValue()
    const box = memoryStorage()
    box.set('authToken', 'secret')
    box.set('inkling_theme', 'dark')
    box.set('inkling_drawing_torn', '{"turnId":"torn","str')
    box.set('inkling_drawing_odd', JSON.stringify({ ...saved('odd'), strokes: [{ tool: 'chisel' }] }))
    pruneDrawings(box, NOW)
    expect(box.keys()).toEqual(['authToken', 'inkling_theme'])
  })
})
