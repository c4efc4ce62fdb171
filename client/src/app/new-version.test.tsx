import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, toast } from '../platform/toast.ts'
import * as version from '../platform/version.ts'
import { server } from '../testing/server.ts'
import { NewVersion } from './new-version.tsx'

const pageOf = (entry: string) =>
  http.get('*/', () =>
    HttpResponse.html(`<html><head><script type="module" crossorigin src="${entry}"></script></head></html>`),
  )
const tenMinutes = () => act(() => vi.advanceTimersByTimeAsync(10 * 60_000))
const offer = () => screen.queryByText('A new version of Inkling is ready.')

beforeEach(() => {
  vi.spyOn(version, 'versionHere').mockReturnValue('/assets/index-1.js')
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'performance'] })
})

it('offers a new version on calm screens until it is dismissed', async () => {
  server.use(pageOf('/assets/index-1.js'))
  const { rerender } = render(<NewVersion isCalm />)
  await tenMinutes()
  expect(offer()).toBeNull()
  server.use(pageOf('/assets/index-2.js'))
  await tenMinutes()
  await vi.waitFor(() => expect(offer()).toBeVisible(), 15_000)
  rerender(<NewVersion isCalm={false} />)
  expect(offer()).toBeNull()
  rerender(<NewVersion isCalm />)
  await userEvent.click(screen.getByRole('button', { name: 'Later' }))
  expect(offer()).toBeNull()
  server.use(pageOf('/assets/index-3.js'))
  await tenMinutes()
  await vi.waitFor(() => expect(offer()).toBeVisible(), 15_000)
})

it('is not offered in the place of a toast', async () => {
  server.use(pageOf('/assets/index-2.js'))
  render(<NewVersion isCalm />)
  await tenMinutes()
  await vi.waitFor(() => expect(offer()).toBeVisible(), 15_000)
  act(() => toast('Ben is playing now'))
  expect(offer()).toBeNull()
  act(dismissToast)
  expect(offer()).toBeVisible()
})

it('is not offered without a connection', async () => {
  server.use(pageOf('/assets/index-2.js'))
  render(<NewVersion isCalm />)
  await tenMinutes()
  await vi.waitFor(() => expect(offer()).toBeVisible(), 15_000)
  const onLine = vi.spyOn(navigator, 'onLine', 'get')
  for (const isOnline of [false, true]) {
    onLine.mockReturnValue(isOnline)
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
    expect(offer() !== null).toBe(isOnline)
  }
})

it('checks at every tick, also at one that comes early', async () => {
  server.use(pageOf('/assets/index-2.js'))
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  render(<NewVersion isCalm />)
  now.mockReturnValue(10 * 60_000 - 1)
  await tenMinutes()
  await vi.waitFor(() => expect(offer()).toBeVisible(), 15_000)
})

it('offers nothing when the server does not respond', async () => {
  server.use(http.get('*/', () => HttpResponse.error()))
  render(<NewVersion isCalm />)
  await tenMinutes()
  expect(offer()).toBeNull()
})
