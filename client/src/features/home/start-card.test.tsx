import { noGameToday } from '@inkling/mock-server/rules/views/player-view'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../session/server/query-client.ts'
import { aGroup, aMember, aToday, aUser } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { dropConnection, held, refuse, reply, server, stall } from '../../testing/server.ts'
import { logUsageEvents } from '../../testing/usage-events.ts'

beforeEach(() => {
  signedInAs()
  server.use(refuse('getToday', 'VALIDATION_FAILED', 'User is not in a group'))
})

const start = () => screen.findByRole('button', { name: 'Start Playing' })

describe('the start card', () => {
  it('is not there for a suspended player, who reads until when', async () => {
    signedInAs(aUser({ suspension: { until: '2026-11-25T17:00:00.000Z', reason: null } }))
    const { unmount } = renderApp('/')
    expect(await screen.findByText('You cannot play until November 25, 2026')).toBeVisible()
    expect(await screen.findByText('How it goes')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull()
    unmount()
    server.use(reply('getToday', aToday({ canStartTurn: true })))
    renderApp('/')
    expect(await screen.findByRole('region', { name: "Today's game" })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Start' })).toBeNull()
  })

  it.each([
    [1, '1 member', null],
    [4, '4 members', null],
    [6, '6 members', '+2'],
  ])('shows a group of %i', async (size, text, overflow) => {
    signedInAs(aUser({ groupId: 'owls' }))
    const members = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo'].slice(0, size).map((name) => aMember(name))
    server.use(reply('getToday', { ...noGameToday }), reply('getGroup', aGroup({ members })))
    renderApp('/')
    const card = await screen.findByRole('region', { name: "Start Night Owls's Game!" })
    expect(within(card).getByText('Ready to play with your group')).toBeVisible()
    expect(within(card).getByRole('button', { name: 'Start Group Game' })).toBeEnabled()
    expect(within(card).getByText(new RegExp(`${text}$`))).toBeVisible()
    expect(within(card).queryByText(/^\+/)?.textContent ?? null).toBe(overflow)
  })

  it('waits for the group, and works without it if it cannot be loaded', async () => {
    signedInAs(aUser({ groupId: 'owls' }))
    server.use(reply('getToday', { ...noGameToday }), stall('getGroup'))
    const { unmount } = renderApp('/')
    expect(await screen.findByText('How it goes')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull()
    unmount()
    server.use(dropConnection('getGroup'))
    renderApp('/')
    expect(await start()).toBeEnabled()
  })
})

describe('jumping in', () => {
  it('is not undone by a poll from before it', async () => {
    signedInAs(aUser({ groupId: 'owls' }))
    server.use(reply('getToday', { ...noGameToday }), reply('getGroup', aGroup()))
    const { user } = renderApp('/')
    const begin = await screen.findByRole('button', { name: 'Start Group Game' })
    const poll = held('getToday', { ...noGameToday })
    server.use(poll.handler, reply('jumpIn', aToday({ canStartTurn: true })))
    void queryClient.refetchQueries({ queryKey: ['today'] })
    await poll.requested
    await user.click(begin)
    server.use(stall('getToday'))
    await waitFor(() => expect(window.location.pathname).toBe('/game/ready'))
    poll.release()
    expect(await screen.findByText("You're First!")).toBeVisible()
  })

  it('opens the ready screen and is tracked', async () => {
    const usageEvents = logUsageEvents()
    const today = aToday({ canStartTurn: true })
    // Not before the call: the home screen fetches today's game once more, and would replace the button.
    const jumpIn = () => {
      server.use(reply('getToday', today))
      return today
    }
    server.use(reply('jumpIn', jumpIn))
    const { user } = renderApp('/')
    await user.click(await start())
    expect(await screen.findByRole('button', { name: "Let's Go!" })).toBeVisible()
    expect(window.location.pathname).toBe('/game/ready')
    expect(usageEvents()).toContainEqual({
      name: 'game_start',
      game_type: 'public',
      group_id: null,
      source: 'home',
      action: 'jump_in',
    })
  })

  it.each(['completed', 'skipped'] as const)(
    'reports that a player who has %s has already played',
    async (yourStatus) => {
      server.use(reply('jumpIn', aToday({ yourStatus })))
      const { user } = renderApp('/')
      await user.click(await start())
      const dialog = await screen.findByRole('alertdialog')
      expect(
        within(dialog).getByText(
          "You've already played in today's public game! Wait for the game to complete to see results.",
        ),
      ).toBeVisible()
      await user.click(within(dialog).getByRole('button', { name: 'OK' }))
      expect(screen.queryByRole('alertdialog')).toBeNull()
    },
  )

  it('says above its button why it failed, and can be retried', async () => {
    server.use(refuse('jumpIn', 'INTERNAL', 'The ink ran out'))
    const { user } = renderApp('/')
    await user.click(await start())
    await waitFor(() =>
      expect(console.info).toHaveBeenCalledWith('Joining a game failed:', expect.any(Error)),
    )
    await waitFor(async () => expect(await start()).toBeEnabled())
    expect(await screen.findByText('You could not join a game. Please try again.')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    server.use(stall('jumpIn'))
    await user.click(await start())
    expect(screen.queryByText('You could not join a game. Please try again.')).toBeNull()
    // No second press while busy.
    expect(await start()).toBeDisabled()
  })
})
