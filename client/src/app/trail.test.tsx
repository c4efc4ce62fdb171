import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aGroup, aToday } from '../testing/builders.ts'
import { renderApp, signedInAs } from '../testing/render-app.tsx'
import { reply, server } from '../testing/server.ts'

const eventually = <T,>(get: () => T) => expect.poll(get, { timeout: 15_000 })
const back = () => act(() => window.history.back())
/** Opens a page from the one at the second place of the history. */
const open = (path: string) =>
  act(() => {
    window.history.pushState({ idx: 2, key: path }, '', path)
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  })
const path = () => window.location.pathname

/** Opens Home from the page before it, and from there a page of a turn that is over. */
async function playFromHome(page: string) {
  signedInAs()
  const { user } = renderApp('/how-to-play')
  await user.click(await screen.findByRole('link', { name: /Start|Play/ }))
  expect(await screen.findByText('Game Progress')).toBeVisible()
  open(page)
  return user
}

beforeEach(() => {
  sessionStorage.clear()
  server.use(reply('getToday', aToday({ yourStatus: 'completed' })), reply('getGroup', aGroup()))
})

it('one press of Back leaves Home after a turn, for the page before it', async () => {
  const user = await playFromHome('/game/submitted')
  await user.click(await screen.findByRole('link', { name: 'Back to Home' }))
  expect(await screen.findByText('Game Progress')).toBeVisible()
  await eventually(() => window.history.state.idx).toBe(1)
  back()
  await eventually(path).toBe('/how-to-play')
})

it('one press of Back also leaves Home after a page that has sent the player there', async () => {
  // The turn is over, so that this page leads home.
  await playFromHome('/game/ready')
  await eventually(path).toBe('/')
  await eventually(() => window.history.state.idx).toBe(1)
  back()
  await eventually(path).toBe('/how-to-play')
})

it('Home after a turn is shown from its top, wherever it was left for the turn', async () => {
  const user = await playFromHome('/game/submitted')
  const root = document.documentElement
  // The page stays at its top for a second: here, for as long as the test takes.
  const start = globalThis.setTimeout
  const longer = (callback: () => void, ms?: number) => start(callback, ms === 1_000 ? 60_000 : ms)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(longer as typeof setTimeout)
  // As a browser restores the place at which a page of the history was left.
  const restore = () => {
    root.scrollTop = 200
  }
  window.addEventListener('popstate', () => setTimeout(restore), { once: true })
  await user.click(await screen.findByRole('link', { name: 'Back to Home' }))
  await eventually(() => window.history.state.idx).toBe(1)
  expect(await screen.findByText('Game Progress')).toBeVisible()
  await eventually(() => root.scrollTop).toBe(0)
  // Firefox restores it twice.
  restore()
  window.dispatchEvent(new Event('scroll'))
  expect(root.scrollTop).toBe(0)
  // From then on the player scrolls.
  window.dispatchEvent(new Event('wheel'))
  restore()
  window.dispatchEvent(new Event('scroll'))
  expect(root.scrollTop).toBe(200)
})
