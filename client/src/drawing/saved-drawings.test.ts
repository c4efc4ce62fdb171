import { seeded } from '@inkling/mock-server/picture/painting/painting.fixture'
import { describe, expect, it, vi } from 'vitest'
import { drawLine, PEN, scribble } from './drawing.fixture.ts'
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
  revision: 1,
  timestamp,
  word: 'cat',
  strokes: [],
  undone: [],
  ...rest,
})

describe('a saved drawing', () => {
  it('is restored with strokes, undo and redo', () => {
    const storage = memoryStorage()
    const drawing = new Drawing()
    const random = seeded(6)
    for (let index = 0; index < 6; index++) scribble(drawing, random)
    drawing.clear()
    drawLine(drawing, PEN, [1, 2], [3, 4])
    drawing.undo()
    const { done, undone } = drawing.steps
    saveDrawing(storage, saved('turn-1', NOW, { strokes: done, undone }))
    expect(loadDrawing(storage, 'turn-1', NOW)).toEqual(saved('turn-1', NOW, { strokes: done, undone }))
  })

  it('is stored with the documented key and fields', () => {
    const storage = memoryStorage()
    saveDrawing(storage, saved('turn-1'))
    expect(JSON.parse(storage.get('inkling_drawing_turn-1') ?? '')).toMatchObject({
      turnId: 'turn-1',
      gameId: 'game',
      canvasData: 'data:image/png;base64,AAAA',
      timestamp: NOW,
      word: 'cat',
    })
  })

  it('is discarded when older than 60 minutes', () => {
    const storage = memoryStorage()
    saveDrawing(storage, saved('turn-1'))
    expect(loadDrawing(storage, 'turn-1', NOW + 60 * MINUTE)).not.toBeNull()
    expect(loadDrawing(storage, 'turn-1', NOW + 60 * MINUTE + 1)).toBeNull()
    expect(storage.keys()).toEqual([])
  })

  it('is deleted when it is not among the three most recent', () => {
    const storage = memoryStorage()
    for (const [index, turn] of ['a', 'b', 'c', 'd'].entries()) saveDrawing(storage, saved(turn, NOW + index))
    saveDrawing(storage, saved('b', NOW + 10))
    expect(storage.keys().toSorted()).toEqual(['inkling_drawing_b', 'inkling_drawing_c', 'inkling_drawing_d'])
    saveDrawing(storage, saved('e', NOW + 11))
    expect(storage.keys().toSorted()).toEqual(['inkling_drawing_b', 'inkling_drawing_d', 'inkling_drawing_e'])
  })

  it('is restored for its own turn only, until it is removed', () => {
    const storage = memoryStorage()
    saveDrawing(storage, saved('turn-1'))
    expect(loadDrawing(storage, 'turn-2', NOW)).toBeNull()
    removeDrawing(storage, 'turn-1')
    expect(loadDrawing(storage, 'turn-1', NOW)).toBeNull()
  })

  it('in a full storage, replaces the other drawings and its own picture', () => {
    const storage = memoryStorage()
    saveDrawing(storage, saved('turn-1'))
    saveDrawing(storage, saved('turn-2'))
    const { set } = storage
    const room = (storage.get('inkling_drawing_turn-2')?.length ?? 0) - 10
    storage.set = (key, value) => value.length <= room && set(key, value)
    expect(saveDrawing(storage, saved('turn-2', NOW + 1))).toBe(true)
    expect(storage.keys()).toEqual(['inkling_drawing_turn-2'])
    expect(loadDrawing(storage, 'turn-2', NOW + 1)).toMatchObject({ timestamp: NOW + 1, canvasData: '' })
    storage.set = () => false
    expect(saveDrawing(storage, saved('turn-2', NOW + 2))).toBe(false)
  })

  it('is deleted when it cannot be parsed; other entries remain', () => {
    vi.spyOn(console, 'info').mockReturnValue()
    const storage = memoryStorage()
    storage.set('authToken', 'secret')
    storage.set('inkling_theme', 'dark')
    storage.set('inkling_drawing_torn', '{"turnId":"torn","str')
    storage.set('inkling_drawing_odd', JSON.stringify({ ...saved('odd'), strokes: [{ tool: 'chisel' }] }))
    pruneDrawings(storage, NOW)
    expect(storage.keys()).toEqual(['authToken', 'inkling_theme'])
  })
})
