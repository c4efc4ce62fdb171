import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../session/server/query-client.ts'
import { aToday } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { reply, server } from '../../testing/server.ts'
import { withExtensions } from '../../testing/with-extensions.ts'

const news = { id: 'a2', text: 'New words from Monday.' }
const pause = { id: 'a1', text: 'A pause tonight.' }
const times = { at: '2026-03-07T17:00:00.000Z', until: '2026-03-08T17:00:00.000Z' }
const announcements = [news, pause].map((each) => ({ ...each, ...times }))

beforeEach(() => {
  signedInAs()
  server.use(withExtensions('announcements'), reply('getToday', aToday()))
})

it('shows what the operator says on Home, and a dismissed line stays away', async () => {
  server.use(reply('getAnnouncements', { announcements, maintenance: null }))
  const { user, unmount } = renderApp('/')
  expect(await screen.findByText('New words from Monday.')).toBeVisible()
  expect(screen.getByText('A pause tonight.')).toBeVisible()
  expect(screen.queryByText('A short pause')).toBeNull()
  const [first] = screen.getAllByRole('button', { name: 'Dismiss' })
  if (first) await user.click(first)
  expect(screen.queryByText('New words from Monday.')).toBeNull()
  unmount()
  queryClient.clear()
  renderApp('/')
  expect(await screen.findByText('A pause tonight.')).toBeVisible()
  expect(screen.queryByText('New words from Monday.')).toBeNull()
})

it('says during maintenance that players can look around', async () => {
  const maintenance = { since: times.at, message: 'Back at three.' }
  server.use(reply('getAnnouncements', { announcements: [], maintenance }))
  renderApp('/')
  expect(await screen.findByText('A short pause')).toBeVisible()
  expect(screen.getByText('Back at three. You can look around, and play again in a while.')).toBeVisible()
})
