import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aToday, aTurn, aUser } from '../testing/builders.ts'
import { renderApp, signedInAs } from '../testing/render-app.tsx'
import { reply, server } from '../testing/server.ts'
import { startTurn } from '../turn/turn-store.ts'
import { leaveToOtherPlayer } from './leave-page.ts'

const leaving = () => vi.spyOn(window.location, 'assign').mockImplementation(() => {})

it('a page of a player who no longer plays here is left at once', async () => {
  const assign = leaving()
  await leaveToOtherPlayer('Ben')
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'), 15_000)
})

it('a player in mid-turn is told first, once', async () => {
  const assign = leaving()
  signedInAs(aUser())
  server.use(reply('getToday', aToday()), reply('startTurn', aTurn()))
  const { user } = renderApp('/')
  await startTurn()
  const left = leaveToOtherPlayer('Ben')
  await leaveToOtherPlayer('Ben')
  const message = within(await screen.findByRole('alertdialog'))
  expect(message.getByText('This device plays as Ben now. Ann cannot finish this turn here.')).toBeVisible()
  expect(assign).not.toHaveBeenCalled()
  await user.click(message.getByRole('button', { name: 'OK' }))
  await left
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'), 15_000)
})
