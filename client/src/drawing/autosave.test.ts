import { differing } from '@inkling/mock-server/picture/painting/painting.fixture'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Autosave } from './autosave.ts'
import { Board } from './board.ts'
import { memoryStorage } from './memory-storage.fixture.ts'
import { loadDrawing } from './saved-drawings.ts'

const TURN = { turnId: 'turn-1', gameId: 'game-1', word: 'cat' }

function stroke(board: Board, y = 10): void {
  board.press(10, y)
  board.move(60, y)
  board.lift()
}

describe('Autosave', () => {
  let storage = memoryStorage()
  let board = new Board()
  let autosave = new Autosave(board, TURN, storage)
  const saved = () => loadDrawing(storage, 'turn-1', Date.now())

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    storage = memoryStorage()
    board = new Board()
    autosave = new Autosave(board, TURN, storage)
    autosave.start()
  })
  afterEach(() => {
    autosave.stop()
  })

  it('saves at the end of a stroke, right after the event', () => {
    stroke(board)
    expect(saved()).toBeNull()
    vi.advanceTimersByTime(0)
    expect(saved()).toMatchObject({ ...TURN, strokes: [{ tool: 'pen' }], undone: [] })
  })

  it('adds the picture after a pause between strokes', async () => {
    const pictureAfter = async (ms: number) => {
      const before = saved()?.canvasData
      vi.advanceTimersByTime(ms)
      await vi.waitFor(() => expect(saved()?.canvasData).not.toBe(before), 15_000)
      return saved()?.canvasData
    }
    stroke(board)
    vi.advanceTimersByTime(0)
    expect(saved()?.canvasData).toBe('')
    const first = await pictureAfter(300)
    expect(first).toMatch(/^data:image\/png;base64,/)
    stroke(board, 100)
    vi.advanceTimersByTime(200)
    stroke(board, 200)
    expect(saved()?.canvasData).toBe(first)
    await pictureAfter(300)
  })

  it('saves a stroke in progress every 5 seconds, but only if it has changed', () => {
    board.press(10, 10)
    board.move(50, 50)
    vi.advanceTimersByTime(4_999)
    expect(saved()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(saved()?.strokes).toMatchObject([
      {
        points: [
          [10, 10],
          [50, 50],
        ],
      },
    ])
    const set = vi.spyOn(storage, 'set')
    vi.advanceTimersByTime(60_000)
    expect(set).not.toHaveBeenCalled()
    board.move(90, 90)
    vi.advanceTimersByTime(5_000)
    expect(saved()?.strokes).toMatchObject([
      {
        points: [
          [10, 10],
          [50, 50],
          [90, 90],
        ],
      },
    ])
  })

  it('saves when the page is hidden', () => {
    board.press(10, 10)
    board.move(50, 50)
    window.dispatchEvent(new Event('pagehide'))
    expect(saved()?.strokes).toHaveLength(1)
    stroke(board)
    window.dispatchEvent(new Event('pagehide'))
    expect(saved()?.strokes).toHaveLength(2)
  })

  it('restores pixels, undo and redo', () => {
    stroke(board)
    stroke(board, 100)
    stroke(board, 200)
    board.undo()
    vi.advanceTimersByTime(0)
    const again = new Board()
    expect(new Autosave(again, TURN, storage).restore()).toBe(true)
    expect(differing(again.drawing.picture.pixels, board.drawing.picture.pixels)).toBe(0)
    expect(again.state).toMatchObject({ canUndo: true, canRedo: true, strokeCount: 2 })
  })

  describe('in two tabs', () => {
    let other = new Board()
    let otherTab = new Autosave(other, TURN, storage)

    beforeEach(() => {
      stroke(board)
      vi.advanceTimersByTime(0)
      other = new Board()
      otherTab = new Autosave(other, TURN, storage)
      otherTab.restore()
      otherTab.start()
      return () => otherTab.stop()
    })

    /** Draws in the other tab, of which this one gets no event, as if it were frozen. */
    const drawThere = () => {
      for (const y of [100, 150, 200]) stroke(other, y)
      vi.advanceTimersByTime(0)
    }

    it('the older drawing does not overwrite the newer one', () => {
      drawThere()
      stroke(board, 300)
      vi.advanceTimersByTime(0)
      expect(saved()?.strokes).toHaveLength(4)
      expect(board.state.strokeCount).toBe(4)
    })

    it.each([
      ['comes to the front', () => document.dispatchEvent(new Event('visibilitychange'))],
      ['gets the focus', () => window.dispatchEvent(new Event('focus'))],
      [
        'is next to the other one',
        () => window.dispatchEvent(new StorageEvent('storage', { key: 'inkling_drawing_turn-1' })),
      ],
    ])('the newer drawing is taken over by a tab that %s', async (_, happen) => {
      drawThere()
      happen()
      expect(differing(board.drawing.picture.pixels, other.drawing.picture.pixels)).toBe(0)
      expect(board.state.canUndo).toBe(true)
      stroke(board, 300)
      vi.advanceTimersByTime(0)
      expect(saved()?.strokes).toHaveLength(5)
    })

    it('taking over saves nothing, so the tabs do not answer each other for ever', () => {
      drawThere()
      const set = vi.spyOn(storage, 'set')
      window.dispatchEvent(new Event('focus'))
      vi.advanceTimersByTime(299)
      expect(set).not.toHaveBeenCalled()
    })

    it('a stroke in progress is not interrupted', () => {
      drawThere()
      board.press(10, 300)
      window.dispatchEvent(new Event('focus'))
      expect(board.isDown).toBe(true)
    })
  })

  it('restores nothing from another turn', () => {
    stroke(board)
    expect(new Autosave(new Board(), { ...TURN, turnId: 'turn-2' }, storage).restore()).toBe(false)
  })

  it('deletes a submitted drawing and ignores later changes of the board', async () => {
    stroke(board)
    autosave.discard()
    stroke(board, 100)
    await Promise.resolve()
    vi.advanceTimersByTime(10_000)
    expect(storage.keys()).toEqual([])
  })
})
