import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aGroup, aToday, aUser } from '../testing/builders.ts'
import { renderApp, signedInAs } from '../testing/render-app.tsx'
import { refuse, reply, server } from '../testing/server.ts'

const back = () => act(() => window.history.back())
const path = () => window.location.pathname

beforeEach(() => {
  sessionStorage.clear()
  server.use(
    reply('getToday', aToday({ yourStatus: 'completed' })),
    reply('getGroup', aGroup()),
    refuse('getYesterdayResults', 'NOT_FOUND', 'No game yesterday'),
  )
})

it('one press of Back leaves Home after a turn, for the page before it', async () => {
  signedInAs()
  const { user } = renderApp('/how-to-play')
  await user.click(await screen.findByRole('link', { name: /Start|Play/ }))
  expect(await screen.findByText('Game Progress')).toBeVisible()
  act(() => {
    window.history.pushState({ idx: 2, key: 'ready' }, '', '/game/submitted')
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  })
  await user.click(await screen.findByRole('link', { name: 'Back to Home' }))
  expect(await screen.findByText('Game Progress')).toBeVisible()
  await expect.poll(() => window.history.state.idx).toBe(1)
  back()
  await expect.poll(path).toBe('/how-to-play')
})

it('after onboarding, only Home is left', async () => {
  server.use(
    reply('signInDevice', {
      token: 'token-1',
      user: aUser({ username: 'Player1', avatar: null }),
      isNewUser: true,
    }),
    reply('getProfile', aUser({ username: 'Player1', avatar: null })),
    reply('updateProfile', aUser()),
    reply('getDailyStats', { totalPlayers: 3 }),
  )
  const { user } = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Get Started' }))
  await user.type(await screen.findByLabelText('Username'), 'Ann')
  await user.click(screen.getByRole('radio', { name: 'cat' }))
  await user.click(screen.getByRole('button', { name: 'Start Playing!' }))
  await user.click(await screen.findByRole('link', { name: /Play Solo/ }))
  expect(await screen.findByText('Game Progress')).toBeVisible()
  await expect.poll(() => window.history.state.idx).toBe(0)
  await expect.poll(path).toBe('/')
  expect(await screen.findByText('Game Progress')).toBeVisible()
})
