import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Autosave } from '../drawing/autosave.ts'
import { Board } from '../drawing/board.ts'
import { KEY, local, useStorageTrouble } from '../platform/storage.ts'
import { StorageNotice } from './storage-notice.tsx'

afterEach(() => useStorageTrouble.setState({ trouble: null }))

/** Makes this browser refuse to store anything. */
const refuse = (message: string, name: string) =>
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new DOMException(message, name)
    },
  })

/** Draws a line on a sheet that is saved in this browser. */
function drawAndSave() {
  const board = new Board()
  const autosave = new Autosave(board, { turnId: 'turn-1', gameId: 'game-1', word: 'cat' })
  autosave.start()
  board.press(10, 10)
  board.move(50, 50)
  board.lift()
  autosave.stop()
  return board
}

describe('the storage notice', () => {
  it('is hidden while the storage works', () => {
    render(<StorageNotice />)
    drawAndSave()
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('says once that a full device does not save the drawing, which goes on', async () => {
    refuse('The quota has been exceeded.', 'QuotaExceededError')
    const board = drawAndSave()
    expect(board.state.strokeCount).toBe(1)
    render(<StorageNotice />)
    expect(screen.getByRole('status')).toHaveTextContent(/no room to save your drawing/)
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    drawAndSave()
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('says nothing when only a cache does not fit', () => {
    refuse('The quota has been exceeded.', 'QuotaExceededError')
    local.set(KEY.theme, 'dark')
    render(<StorageNotice />)
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('says that a browser refuses storage', () => {
    refuse('The operation is insecure.', 'SecurityError')
    local.set(KEY.deviceId, 'device_1_ann')
    render(<StorageNotice />)
    expect(screen.getByRole('status')).toHaveTextContent(/saves nothing for this page/)
  })
})
