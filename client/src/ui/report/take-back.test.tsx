import type { Review } from '@inkling/mock-server/contract/schemas/safety'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberOpened } from '../../session/device/opened-games.ts'
import { aGroup, aMember, aParticipant, aToday, aUser, PNG, someResults } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { onceClicked, recorded, refuse, reply, server } from '../../testing/server.ts'
import { withExtensions } from '../../testing/with-extensions.ts'

const ownReport = {
  reportId: 'report1',
  gameId: 'game1',
  kind: 'guess' as const,
  stepIndex: 1,
  userId: null,
  groupId: null,
  at: '2026-03-07T17:00:00.000Z',
}

/** Records the ids of the reports that are taken back. */
function takenBack(): string[] {
  const ids: string[] = []
  server.use(
    reply('takeBackReport', (request) => {
      ids.push(new URL(request.url).pathname.split('/').at(-1) ?? '')
      return { reports: [] }
    }),
  )
  return ids
}

const guessHidden = (hidden?: 'you') => {
  const results = someResults()
  return {
    ...results,
    chain: results.chain.map((step) => (step.type === 'guessing' && hidden ? { ...step, hidden } : step)),
  }
}

beforeEach(() => {
  signedInAs()
  rememberOpened('game1')
  server.use(
    withExtensions('reports', 'blocks'),
    reply('getToday', aToday()),
    reply('getReactions', { gameId: 'game1', stepReactions: [] }),
    reply('report', { reportId: 'report1', turnPassed: false }),
  )
})

describe('a report by a slip', () => {
  it('is undone from the toast', async () => {
    const ids = takenBack()
    server.use(reply('getGame', guessHidden()))
    const { user } = renderApp('/game/results?gameId=game1')
    await user.click(await screen.findByRole('button', { name: 'Report the guess of Ben' }))
    await user.click(await screen.findByRole('radio', { name: 'It is mean or hateful' }))
    const send = screen.getByRole('button', { name: 'Send report' })
    await user.click(onceClicked(send, reply('getGame', guessHidden('you'))))
    expect(await screen.findByText('You hid this')).toBeVisible()
    const undo = screen.getByRole('button', { name: 'Undo' })
    await user.click(onceClicked(undo, reply('getGame', guessHidden())))
    expect(await screen.findByRole('button', { name: 'Report the guess of Ben' })).toBeVisible()
    expect(screen.queryByText('You hid this')).toBeNull()
    expect(ids).toEqual(['report1'])
  })

  it('is undone within the dialog that covers the page', async () => {
    const ids = takenBack()
    const others = [aParticipant('Ann'), aParticipant('Ben')]
    server.use(reply('getToday', aToday({ participants: others })))
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: /^Waiting/ }))
    const list = await screen.findByRole('dialog', { name: 'Waiting' })
    await user.click(await within(list).findByRole('button', { name: 'Report' }))
    await user.click(within(list).getByRole('button', { name: 'Report the name of Ben' }))
    await user.click(await screen.findByRole('radio', { name: 'It is mean or hateful' }))
    await user.click(screen.getByRole('button', { name: 'Send report' }))
    // A button outside of the modal could not be pressed.
    await user.click(await within(list).findByRole('button', { name: 'Undo' }))
    await vi.waitFor(() => expect(ids).toEqual(['report1']), 15_000)
  })

  it('is taken back at the veil, which says so if it cannot be', async () => {
    const another = { ...ownReport, reportId: 'report2', stepIndex: 3 }
    server.use(
      reply('getGame', guessHidden('you')),
      reply('getReports', { reports: [another, ownReport] }),
      refuse('takeBackReport', 'INTERNAL', 'The ink ran out'),
    )
    const { user } = renderApp('/game/results?gameId=game1')
    const chain = await screen.findByRole('list', { name: 'The chain' })
    await user.click(await within(chain).findByRole('button', { name: 'Take back' }))
    expect(await screen.findByText('The ink ran out')).toBeVisible()
    expect(screen.getByText('You hid this')).toBeVisible()
    const ids = takenBack()
    const button = await within(chain).findByRole('button', { name: 'Take back' })
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(onceClicked(button, reply('getGame', guessHidden())))
    expect(await within(chain).findByText('kitty')).toBeVisible()
    expect(ids).toEqual(['report1'])
  })

  it('of a name is taken back where the name is shown again', async () => {
    const ids = takenBack()
    const ofBen = { ...ownReport, kind: 'name' as const, stepIndex: null, userId: 'ben' }
    const today = aToday({ participants: [aParticipant('Ann'), { ...aParticipant('Ben'), hidden: 'you' }] })
    server.use(reply('getToday', today), reply('getReports', { reports: [ofBen, ownReport] }))
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: /^Waiting/ }))
    const list = within(await screen.findByRole('dialog', { name: 'Waiting' }))
    await user.click(list.getByRole('button', { name: 'Show Hidden player' }))
    await user.click(list.getByRole('button', { name: 'Take back the report of Ben' }))
    await vi.waitFor(() => expect(ids).toEqual(['report1']), 15_000)
  })
})

describe('the name of a group', () => {
  const members = [aMember('Ben', { isHost: true, isAdmin: true }), aMember('Ann')]
  const asMember = aGroup({ hostId: 'ben', members })

  beforeEach(() => signedInAs(aUser({ groupId: 'owls' })))

  it('is reported by members who are not its host, then veiled, and taken back', async () => {
    const sent = recorded('report', { reportId: 'report1', turnPassed: false })
    const ids = takenBack()
    server.use(
      reply('getGroup', asMember),
      reply('getReports', {
        reports: [{ ...ownReport, gameId: null, kind: 'group-name', stepIndex: null, groupId: 'owls' }],
      }),
    )
    const { user } = renderApp('/group')
    await user.click(await screen.findByRole('button', { name: 'Report the name of Night Owls' }))
    await user.click(await screen.findByRole('radio', { name: 'It is mean or hateful' }))
    const send = screen.getByRole('button', { name: 'Send report' })
    expect(screen.queryByRole('button', { name: /^Block/ })).toBeNull()
    await user.click(onceClicked(send, reply('getGroup', { ...asMember, hidden: 'you' })))
    expect(await screen.findByRole('heading', { name: 'Hidden group' })).toBeVisible()
    expect(sent).toEqual([{ groupId: 'owls', kind: 'group-name', reason: 'hurtful' }])
    expect(screen.queryByText('Night Owls')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show Hidden group' }))
    expect(screen.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
    const button = screen.getByRole('button', { name: 'Take back the report of Night Owls' })
    await user.click(onceClicked(button, reply('getGroup', asMember)))
    expect(await screen.findByRole('button', { name: 'Report the name of Night Owls' })).toBeVisible()
    expect(ids).toEqual(['report1'])
  })

  it('is not reported by its host, who is told when moderators have hidden it', async () => {
    const own = [aMember('Ann', { isHost: true, isAdmin: true }), aMember('Ben')]
    server.use(
      reply('getGroup', aGroup({ hostId: 'ann', members: own, name: 'Group', avatar: null, hidden: 'all' })),
    )
    renderApp('/group')
    expect(await screen.findByText(/^The moderators have hidden/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Report/ })).toBeNull()
  })
})

describe('the author of a hidden step', () => {
  it.each([
    ['waiting', 'Hidden until somebody has looked at it'],
    ['removed', 'Somebody has looked at it and removed it'],
    ['kept', 'Somebody has looked at it: it stays'],
  ] as const)('is told that it is %s', async (review: Review, text) => {
    const results = someResults()
    const chain = results.chain.map((step, at) => (at === 0 ? { ...step, review } : step))
    server.use(reply('getGame', { ...results, chain }))
    renderApp('/game/results?gameId=game1')
    const shown = await screen.findByRole('list', { name: 'The chain' })
    expect(within(shown).getByText(text)).toBeVisible()
  })

  it('is told during the game too', async () => {
    const yourSubmission = { drawing: PNG, review: 'waiting' as const }
    server.use(reply('getToday', aToday({ yourStatus: 'completed', yourSubmission })))
    renderApp('/game/submitted')
    expect(await screen.findByText('Hidden until somebody has looked at it')).toBeVisible()
  })
})
