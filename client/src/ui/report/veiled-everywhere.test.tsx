import type { Hidden } from '@inkling/mock-server/contract/schemas/safety'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberOpened } from '../../session/device/opened-games.ts'
import { shownResults } from '../../session/shown-chain.ts'
import { veiledToday } from '../../session/veiled-names.ts'
import {
  aGroup,
  aMember,
  anAttempt,
  aParticipant,
  aToday,
  aTurn,
  aUser,
  PNG,
  someResults,
} from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { recorded, refuse, reply, server } from '../../testing/server.ts'
import { withExtensions } from '../../testing/with-extensions.ts'

const withHiddenGuess = (hidden: Hidden) => {
  const results = someResults()
  return {
    ...results,
    chain: results.chain.map((step) => (step.type === 'guessing' ? { ...step, hidden } : step)),
  }
}

beforeEach(() => {
  signedInAs()
  server.use(
    withExtensions('reports', 'blocks'),
    reply('getToday', aToday()),
    reply('getReactions', { gameId: 'game1', stepReactions: [] }),
  )
})

describe('what the player has reported', () => {
  it.each(['you', 'blocked'] as const)('is neither the final guess nor a try (%s)', (hidden) => {
    const cleos = anAttempt('kitty', { stepIndex: 3 })
    const results = withHiddenGuess(hidden)
    const shown = shownResults({ ...results, guessAttempts: [...results.guessAttempts, cleos] })
    const [vain, last, others] = shown.guessAttempts
    expect(JSON.stringify([shown.finalGuess, vain, last])).not.toMatch(/kitty|dog/)
    expect(others).toEqual(cleos)
    expect(shownResults(someResults())).toEqual(someResults())
  })

  it('shows no attempt either where the server does not say whose it is', () => {
    const { chain, ...results } = withHiddenGuess('you')
    const guessAttempts = [anAttempt('dog'), anAttempt('kitty')]
    const shown = shownResults({ ...results, chain, guessAttempts })
    expect(shown.guessAttempts[0]).toEqual(anAttempt('dog'))
    expect(shown.guessAttempts[1]?.guess).not.toBe('kitty')
  })

  it('is not named as the player on turn', () => {
    const today = aToday({
      participants: [aParticipant('Ann'), aParticipant('Ben', { hidden: 'blocked' })],
      currentTurn: { userId: 'ben', username: 'Ben', type: 'drawing' },
    })
    expect(veiledToday(today).currentTurn?.username).toBe('Blocked player')
  })

  it('is veiled on the public page of a signed-in player too', async () => {
    server.use(reply('getPublicResults', withHiddenGuess('you')))
    renderApp('/public/results/game1')
    expect(await screen.findByText('You hid this')).toBeVisible()
    expect(screen.queryByText('kitty')).toBeNull()
  })

  it('is shown in the list of members on request', async () => {
    signedInAs(aUser({ groupId: 'group1' }))
    server.use(
      reply('getGroup', aGroup({ members: [aMember('Ann'), aMember('Cleo', { hidden: 'blocked' })] })),
    )
    const { user } = renderApp('/group')
    expect(await screen.findByText('Blocked player')).toBeVisible()
    expect(screen.queryByText('Cleo')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show Blocked player' }))
    expect(screen.getByText('Cleo')).toBeVisible()
  })
})

it('a step of the results also lets the player report name and avatar', async () => {
  const sent = recorded('report', { reportId: 'report1', turnPassed: false })
  rememberOpened('game1')
  server.use(reply('getGame', someResults()))
  const { user } = renderApp('/game/results?gameId=game1')
  await user.click(await screen.findByRole('button', { name: 'Report the guess of Ben' }))
  await user.click(await screen.findByRole('button', { name: 'The name' }))
  await user.click(screen.getByRole('radio', { name: 'It tells private things about somebody' }))
  await user.click(screen.getByRole('button', { name: 'Send report' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1), 15_000)
  expect(sent).toEqual([{ gameId: 'game1', kind: 'name', userId: 'ben', reason: 'private' }])
})

it('keys typed into the sheet do not turn the pages of the story', async () => {
  server.use(reply('getGame', { ...someResults(), chain: someResults().chain.slice(1) }))
  const { user } = renderApp('/game/results?gameId=game1')
  const story = await screen.findByRole('dialog', { name: 'The story of this chain' })
  fireEvent.keyDown(window, { key: 'ArrowRight' })
  await user.click(await within(story).findByRole('button', { name: 'Report the guess of Ben' }))
  const note = await screen.findByLabelText(/^Tell us more/)
  await user.type(note, 'a b')
  expect(note).toHaveValue('a b')
  expect(within(story).getByText('2 of 3')).toBeInTheDocument()
  fireEvent(screen.getByRole('dialog', { name: 'What is wrong?' }), new Event('cancel', { cancelable: true }))
  expect(screen.queryByLabelText(/^Tell us more/)).toBeNull()
  expect(story).toBeVisible()
})

describe('the guess to draw', () => {
  beforeEach(() => {
    // This environment has no canvas.
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      putImageData: () => {},
    } as unknown as RenderingContext as never)
    server.use(
      reply('startTurn', aTurn({ type: 'drawing', previousEntry: { guess: 'teapot' } })),
      reply('pingActivity', { success: true }),
    )
  })
  const playing = (hidden?: Hidden) =>
    aToday({
      yourStatus: 'playing',
      currentTurn: { userId: 'ann', username: 'Ann', type: 'drawing' },
      yourPreviousEntry: { guess: 'teapot', ...(hidden && { hidden }) },
    })
  const passed = aToday({
    yourStatus: 'skipped',
    participants: [aParticipant('Ann', { status: 'skipped', excused: true })],
  })

  it('is reported and passed with two taps, without a mark', async () => {
    server.use(reply('getToday', playing()))
    const sent = recorded('report', () => {
      server.use(reply('getToday', passed))
      return { reportId: 'report1', turnPassed: true }
    })
    const { user } = renderApp('/game/draw')
    await user.click(await screen.findByRole('button', { name: 'Report this guess' }))
    await user.click(await screen.findByRole('radio', { name: 'It is mean or hateful' }))
    await user.click(screen.getByRole('button', { name: 'Send report' }))
    expect(await screen.findByText('You passed this turn. Your streak stays.')).toBeVisible()
    expect(sent).toEqual([{ gameId: 'game1', kind: 'guess', reason: 'hurtful', passTurn: true }])
  })

  it('can be passed if it was removed during the turn', async () => {
    server.use(reply('getToday', playing('all')), reply('skipTurn', passed))
    const { user } = renderApp('/game/draw')
    const question = await screen.findByRole('alertdialog', { name: 'This guess was removed' })
    server.use(reply('getToday', passed))
    await user.click(within(question).getByRole('button', { name: 'Pass' }))
    expect(await screen.findByText('You passed this turn. Your streak stays.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Report this guess' })).toBeNull()
  })
})

it('a refused word costs no attempt', async () => {
  server.use(
    reply('getToday', aToday({ yourStatus: 'playing', yourPreviousEntry: { drawing: PNG } })),
    reply('startTurn', aTurn()),
    reply('pingActivity', { success: true }),
    refuse('submitGuess', 'VALIDATION_FAILED', 'Please keep it family-friendly'),
  )
  const { user } = renderApp('/game/guess')
  await user.type(await screen.findByPlaceholderText('Write your guess'), 'oh bother')
  await user.click(screen.getByRole('button', { name: 'Guess' }))
  expect(await screen.findByText('Please keep it family-friendly. It cost no attempt.')).toBeVisible()
  expect(screen.getByText('5 attempts left')).toBeVisible()
})
