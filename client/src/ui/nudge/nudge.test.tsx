import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aGroup, aParticipant, aToday, aUser } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { onceClicked, refuse, reply, server } from '../../testing/server.ts'
import { withExtensions } from '../../testing/with-extensions.ts'

const participants = [aParticipant('Ann', { status: 'completed' }), aParticipant('Otto')]

beforeEach(() => {
  signedInAs(aUser({ groupId: 'owls' }))
  server.use(
    reply('getGroup', aGroup()),
    reply('getToday', aToday({ yourStatus: 'completed', participants, gameType: 'group' })),
  )
})

describe('the nudge', () => {
  it.each(['/', '/game/submitted'])("has the group's link and the day at %s", async (path) => {
    const { user } = renderApp(path)
    const copy = await screen.findByRole('button', { name: 'Copy reminder' })
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    expect(screen.getByText('Your turn, Otto!')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Nudge' })).toBeNull()
    await user.click(copy)
    expect(await screen.findByRole('button', { name: 'Copied!' })).toBeVisible()
    expect(write.mock.lastCall?.[0]).toMatch(
      /^Your turn, Otto! Night Owls waits for you on Inkling, \S.* \d+.*\nhttp.*\/\?code=OWL123$/,
    )
  })

  it('is a notification where the server sends them', async () => {
    const nudged = vi.fn(() => ({ success: true as const }))
    server.use(withExtensions('nudges'), refuse('nudge', 'CONFLICT', 'Nobody keeps the game waiting'))
    const { user } = renderApp('/')
    const nudge = await screen.findByRole('button', { name: 'Nudge' })
    await user.click(nudge)
    expect(await screen.findByText(/^The nudge was not sent\./)).toBeVisible()
    await user.click(onceClicked(nudge, reply('nudge', nudged)))
    expect(await screen.findByRole('button', { name: 'Nudged!' })).toBeDisabled()
    expect(nudged).toHaveBeenCalledTimes(1)
  })

  it('says who is missing when everybody else came', async () => {
    const all = [...participants, aParticipant('Cleo', { status: 'completed' })]
    server.use(reply('getToday', aToday({ yourStatus: 'completed', participants: all, gameType: 'group' })))
    renderApp('/')
    expect(await screen.findByText('Only Otto is missing, then everybody came.')).toBeVisible()
  })

  it('is not shown in a public game', async () => {
    server.use(reply('getToday', aToday({ yourStatus: 'completed', participants, gameType: 'public' })))
    renderApp('/')
    expect(await screen.findByText('Turn Complete')).toBeVisible()
    expect(screen.queryByText('Your turn, Otto!')).toBeNull()
  })
})
