import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberOpened } from '../../session/device/opened-games.ts'
import { aParticipant, aToday, aTurn, PNG, someResults, twoSteps } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { onceClicked, recorded, refuse, reply, server } from '../../testing/server.ts'
import { withExtensions } from '../../testing/with-extensions.ts'

const reports = () => recorded('report', { reportId: 'report1', turnPassed: true })

beforeEach(() => {
  signedInAs()
  rememberOpened('game1')
  server.use(
    withExtensions('reports', 'blocks'),
    reply('getToday', aToday()),
    reply('getReactions', { gameId: 'game1', stepReactions: [] }),
  )
})

describe('a report', () => {
  it('is sent by Send after a reason, and what was reported is veiled until the player asks to see it', async () => {
    const sent = reports()
    server.use(reply('getGame', someResults()))
    const { user } = renderApp('/game/results?gameId=game1')
    const flag = await screen.findByRole('button', { name: 'Report the guess of Ben' })
    expect(screen.queryByRole('button', { name: /Ann/ })).toBeNull()
    await user.click(flag)
    const sheet = await screen.findByRole('dialog', { name: 'What is wrong?' })
    const [drawing, guess] = twoSteps()
    server.use(reply('getGame', someResults({ chain: [drawing, { ...guess, hidden: 'you' }] })))
    const send = within(sheet).getByRole('button', { name: 'Send report' })
    expect(send).toBeDisabled()
    await user.click(within(sheet).getByRole('radio', { name: 'Something else is wrong' }))
    await user.click(within(sheet).getByRole('radio', { name: 'It is mean or hateful' }))
    expect(sent).toEqual([])
    await user.click(send)
    const veil = await screen.findByText('You hid this')
    expect(veil).toBeVisible()
    expect(veil).toHaveFocus()
    expect(sent).toEqual([{ gameId: 'game1', kind: 'guess', stepIndex: 1, reason: 'hurtful' }])
    const chain = screen.getByRole('list', { name: 'The chain' })
    expect(within(chain).queryByText('kitty')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(within(chain).getByText('kitty')).toBeVisible()
  })

  it('of the drawing to guess also passes the turn', async () => {
    const sent = reports()
    server.use(
      reply('getToday', aToday({ yourStatus: 'playing', yourPreviousEntry: { drawing: PNG } })),
      reply('startTurn', aTurn()),
      reply('pingActivity', { success: true }),
    )
    const { user } = renderApp('/game/guess')
    await user.click(await screen.findByRole('button', { name: 'Report this drawing' }))
    const sheet = await screen.findByRole('dialog', { name: 'What is wrong?' })
    expect(within(sheet).getByRole('checkbox')).toBeChecked()
    await user.type(within(sheet).getByLabelText(/Tell us more/), 'a bad word')
    await user.click(within(sheet).getByRole('radio', { name: 'It is about naked bodies or sex' }))
    const send = within(sheet).getByRole('button', { name: 'Send report' })
    await user.click(onceClicked(send, reply('getToday', aToday({ yourStatus: 'skipped' }))))
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(sent).toEqual([
      { gameId: 'game1', kind: 'drawing', reason: 'sexual', note: 'a bad word', passTurn: true },
    ])
  })

  it('that fails stays open and says why', async () => {
    server.use(
      reply('getGame', someResults()),
      refuse('report', 'RATE_LIMITED', 'You have reported a lot today. Please go on tomorrow.'),
    )
    const { user } = renderApp('/game/results?gameId=game1')
    await user.click(await screen.findByRole('button', { name: 'Report the guess of Ben' }))
    await user.click(await screen.findByRole('radio', { name: 'Something else is wrong' }))
    await user.click(screen.getByRole('button', { name: 'Send report' }))
    expect(await screen.findByText('You have reported a lot today. Please go on tomorrow.')).toBeVisible()
    expect(screen.getByRole('dialog', { name: 'What is wrong?' })).toBeVisible()
  })

  it('is not offered by a server without reports', async () => {
    server.use(reply('getGame', someResults()), refuse('getExtensions', 'NOT_FOUND', 'There is no such call'))
    renderApp('/game/results?gameId=game1')
    await screen.findByRole('list', { name: 'The chain' })
    expect(screen.queryByRole('button', { name: /^Report/ })).toBeNull()
  })
})

it('a player of the list can be blocked, and then has neither name nor picture', async () => {
  const others = [aParticipant('Ann'), aParticipant('Ben'), aParticipant('Cleo')]
  const blocked = recorded('block', { blocks: [] })
  server.use(reply('getToday', aToday({ participants: others })))
  const { user } = renderApp('/')
  await user.click(await screen.findByRole('button', { name: /^Waiting/ }))
  const list = await screen.findByRole('dialog', { name: 'Waiting' })
  await user.click(await within(list).findByRole('button', { name: 'Report' }))
  await user.click(within(list).getByRole('button', { name: 'Report the name of Ben' }))
  const afterwards = aToday({
    participants: others.map((each) => (each.userId === 'ben' ? { ...each, hidden: 'blocked' } : each)),
  })
  const block = await screen.findByRole('button', { name: 'Block Ben' })
  await user.click(onceClicked(block, reply('getToday', afterwards)))
  expect(await within(list).findByText('Blocked player')).toBeVisible()
  expect(within(list).getByRole('button', { name: 'Show Blocked player' })).toHaveFocus()
  expect(within(list).queryByText('Ben')).toBeNull()
  expect(blocked).toEqual([{ userId: 'ben' }])
})

it('a drawing that was removed during the turn can be passed', async () => {
  server.use(
    reply('getToday', aToday({ yourStatus: 'playing', yourPreviousEntry: { drawing: PNG, hidden: 'all' } })),
    reply('startTurn', aTurn()),
  )
  renderApp('/game/guess')
  expect(await screen.findByText('This drawing was removed')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Pass' })).toBeEnabled()
  expect(screen.queryByAltText('The drawing to guess')).toBeNull()
})
