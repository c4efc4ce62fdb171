import { act, cleanup, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../session/server/query-client.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { bannerSlot } from '../ui/page/banner-slot.ts'
import { ConnectionBanner } from './connection-banner.tsx'

/** Simulates a change of the device's connection. */
function connect(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')))
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers()
  render(<ConnectionBanner />)
})

describe('the connection banner', () => {
  it('is hidden while the connection works', () => {
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('says Offline and for how long', () => {
    connect(false)
    expect(screen.getByText('Offline')).toBeVisible()
    for (const [ms, text] of [
      [12_000, '12s'],
      [3 * 60_000, '3m'],
      [2 * 3_600_000, '2h'],
    ] as const) {
      pass(ms)
      expect(screen.getByText(text)).toBeVisible()
    }
  })

  it("says 'Connection restored!' for 5 s", () => {
    connect(false)
    connect(true)
    pass(4_999)
    expect(screen.getByText('Connection restored!')).toBeVisible()
    pass(1)
    expect(screen.queryByText('Connection restored!')).toBeNull()
  })

  it('can be dismissed, and reloads active queries on Retry', () => {
    const refetch = vi.spyOn(queryClient, 'refetchQueries')
    connect(false)
    connect(true)
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
    expect(screen.queryByRole('status')).toBeNull()
    expect(refetch).not.toHaveBeenCalled()
    connect(false)
    connect(true)
    act(() => screen.getByRole('button', { name: 'Retry' }).click())
    expect(screen.queryByRole('status')).toBeNull()
    expect(refetch).toHaveBeenCalledWith({ type: 'active' })
  })

  it('has only its text during a turn, in the slot of the screen, for 2 s', () => {
    const { container } = render(<div ref={bannerSlot} />)
    connect(false)
    connect(true)
    expect(container).toHaveTextContent('Connection restored!')
    expect(screen.queryByRole('button')).toBeNull()
    pass(1_999)
    expect(container).toHaveTextContent('Connection restored!')
    pass(1)
    expect(screen.queryByText('Connection restored!')).toBeNull()
  })

  it('has only its text over a drawing, too', () => {
    cleanup()
    render(<ConnectionBanner over="draw" />)
    connect(false)
    connect(true)
    expect(screen.getByText('Connection restored!')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is in a dialog that is open during a turn, and then back in the slot', () => {
    const { container } = render(<div ref={bannerSlot} />)
    connect(false)
    const { unmount } = render(<Dialog title="Submission Failed" onClose={() => {}} />)
    expect(screen.getByRole('dialog')).toHaveTextContent('Offline')
    connect(true)
    expect(screen.getByRole('dialog')).toContainElement(screen.getByRole('button', { name: 'Retry' }))
    unmount()
    expect(container).toHaveTextContent('Connection restored!')
  })

  it('stays usable in front of an open dialog, which makes the page inert', () => {
    const { unmount } = render(<Dialog title="Submission Failed" onClose={() => {}} />)
    connect(false)
    connect(true)
    const dialog = screen.getByRole('dialog')
    expect(dialog).toContainElement(screen.getByRole('button', { name: 'Retry' }))
    unmount()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
