import { GUESS, TURN } from '@inkling/mock-server/contract/constants'
import type { GuessReply } from '@inkling/mock-server/contract/schemas/game'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { KEY } from '../../platform/storage.ts'
import { anAttempt, aToday, aTurn } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import {
  dropConnection,
  held,
  onceClicked,
  recorded,
  refuse,
  reply,
  server,
  stall,
} from '../../testing/server.ts'
import { refreshToday } from '../../turn/today.ts'
import { endTurn, useTurn } from '../../turn/turn-store.ts'
import { translate } from '../../ui/translate.fixture.ts'

let submitted: unknown[] = []

beforeEach(() => {
  submitted = []
  signedInAs()
  server.use(
    reply('getToday', () =>
      aToday(
        submitted.length > 0
          ? { yourStatus: 'completed' }
          : { yourStatus: 'playing', currentTurn: { userId: 'ann', username: 'Ann', type: 'guessing' } },
      ),
    ),
    reply('startTurn', aTurn()),
    reply('pingActivity', { success: true }),
    reply('submitTurn', async (request) => {
      submitted.push(((await request.json()) as { content: unknown }).content)
      return { success: true, gameCompleted: false, validationError: null }
    }),
  )
})

const answer = (guess: string, score: number, parts: Partial<GuessReply> = {}): GuessReply => ({
  attempt: anAttempt(guess, { similarityScore: score, categoryMessage: 'Related concept' }),
  attemptsRemaining: 4,
  turnComplete: false,
  selectedBestGuess: null,
  ...parts,
})

/** Opens the turn and replaces its timers with fake ones, which run in real time and are advanced by {@link pass}. */
async function open() {
  const { user } = renderApp('/game/guess')
  const input = await screen.findByPlaceholderText('Write your guess')
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const guess = async (text: string) => {
    await user.click(input)
    await user.paste(text)
    await user.click(screen.getByRole('button', { name: 'Guess' }))
  }
  return { user, input, guess }
}

/** Finalizes with attempts left, which asks first. */
async function finalize(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Finalize Turn' }))
  await user.click(await screen.findByRole('button', { name: 'Pass it on' }))
}

const pass = (ms: number = GUESS.resultMs) => act(() => vi.advanceTimersByTimeAsync(ms))

const runOutOfTime = () =>
  act(() =>
    useTurn.setState(({ turn }) => ({ turn: turn && { ...turn, expiresAt: new Date().toISOString() } })),
  )

describe('the guessing turn', () => {
  it('shows the drawing and accepts no empty guess', async () => {
    const { user, input } = await open()
    expect(screen.getByAltText('The drawing to guess')).toBeVisible()
    expect(screen.getByText('5 attempts left')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Guess' })).toBeDisabled()
    await user.type(input, '   ')
    expect(screen.getByRole('button', { name: 'Guess' })).toBeDisabled()
    expect(document.title).toBe('Inkling - Guessing')
  })

  it('shows each result on the button for 2 s, then in the list', async () => {
    server.use(reply('submitGuess', answer('a bird', 55)))
    const { guess, input } = await open()
    const finalizing = screen.getByRole('button', { name: 'Finalize Turn' })
    // Until there is an attempt.
    expect(finalizing).toHaveClass('quiet')
    let wasListed = false
    const changes = new MutationObserver(() => {
      wasListed ||= screen.queryByRole('radio') !== null
    })
    changes.observe(document.body, { subtree: true, childList: true })
    await guess('a bird')
    const result = await screen.findByRole('button', { name: '55%: Related concept' })
    changes.disconnect()
    expect(wasListed).toBe(false)
    expect(result).toBeDisabled()
    expect(result).toHaveAttribute('data-tone', 'orange')
    await waitFor(() => expect(result).toHaveTextContent('Warm: Related concept 55%'))
    // Announced in words only, once.
    expect(screen.getAllByText(/55%/)).toHaveLength(1)
    await pass(1000)
    expect(result).toHaveAccessibleName('55%: Related concept')
    expect(screen.queryByRole('radio')).toBeNull()
    await pass(1000)
    expect(result).toHaveTextContent('Guess')
    const listed = screen.getByRole('radio', { name: /^a bird, 55%/ })
    expect(listed).toBeChecked()
    expect(listed).toHaveAttribute('data-tone', 'orange')
    expect(finalizing).not.toHaveClass('quiet')
    expect(input).toHaveValue('')
    expect(screen.getByText('4 attempts left')).toBeVisible()
  })

  it('leaves the focus where the player has moved it while a result was shown', async () => {
    server.use(
      reply('submitGuess', answer('a bird', 55)),
      reply('startTurn', aTurn({ currentAttempts: [anAttempt('dog')], attemptsRemaining: 4 })),
    )
    const { guess, input, user } = await open()
    await guess('a bird')
    await screen.findByRole('button', { name: '55%: Related concept' })
    await user.click(screen.getByRole('radio', { name: /^dog/ }))
    await pass()
    expect(screen.getByRole('radio', { name: /^dog/ })).toHaveFocus()
    server.use(reply('submitGuess', answer('plane', 55)))
    await guess('plane')
    await screen.findByRole('button', { name: '55%: Related concept' })
    await pass()
    expect(input).toHaveFocus()
  })

  it('keeps an unsent guess while the screen is left, for this turn only', async () => {
    server.use(reply('submitGuess', answer('a bird', 55)))
    const { user, input } = await open()
    await user.type(input, 'a kite')
    cleanup()
    const again = await open()
    expect(again.input).toHaveValue('a kite')
    await again.user.clear(again.input)
    await again.guess('a bird')
    await again.user.type(again.input, 'plane{Enter}')
    expect(screen.getByText('Next: “plane”')).toBeVisible()
    cleanup()
    expect((await open()).input).toHaveValue('plane')
    cleanup()
    endTurn()
    server.use(reply('startTurn', aTurn({ turnId: 'turn2' })))
    expect((await open()).input).toHaveValue('')
  })

  it('works in a page that the browser has translated', async () => {
    server.use(reply('submitGuess', answer('a bird', 55)))
    const { guess, user } = await open()
    translate(document.body)
    await guess('a bird')
    await screen.findByRole('button', { name: '55%: Related concept' })
    translate(document.body)
    await pass()
    expect(screen.getByText('4 attempts left')).toBeVisible()
    expect(screen.getByRole('radio', { name: /^a bird, 55%/ })).toHaveTextContent(/^a bird55%warm/)
    translate(document.body)
    server.use(reply('submitGuess', answer('plane', 72)))
    await guess('plane')
    const result = await screen.findByRole('button', { name: '72%: Related concept' })
    await waitFor(() => expect(result).toHaveTextContent(/^Hot: Related concept 72%$/))
    translate(document.body)
    await pass()
    await finalize(user)
    await waitFor(() => expect(submitted).toEqual([{ guess: 'plane' }]))
  })

  const birdAndPlane = () =>
    aTurn({
      currentAttempts: [
        anAttempt('bird', { similarityScore: 20, timestamp: '2026-11-21T17:00:01.000Z' }),
        anAttempt('plane', { similarityScore: 60, timestamp: '2026-11-21T17:00:02.000Z' }),
      ],
      attemptsRemaining: 3,
    })

  it('submits the best guess, unless another one was selected', async () => {
    server.use(reply('startTurn', birdAndPlane()))
    const { user } = await open()
    expect(screen.getByRole('radio', { name: /^plane/ })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: /^bird/ }))
    expect(localStorage.getItem(KEY.bestGuessSelected)).toBe('bird')
    expect(localStorage.getItem(KEY.bestGuessScore)).toBe('20')
    await user.click(screen.getByRole('button', { name: 'Finalize Turn' }))
    const question = within(await screen.findByRole('alertdialog', { name: /^Pass on .*bird/ }))
    expect(question.getByText('You still have 3 tries.')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(submitted).toEqual([])
    await finalize(user)
    await waitFor(() => expect(submitted).toEqual([{ guess: 'bird' }]))
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(localStorage.getItem(KEY.bestGuessSelected)).toBeNull()
  })

  it('distinguishes attempts that a server with a frozen clock gives the same time', async () => {
    const attempts = ['bird', 'plane'].map((guess) =>
      anAttempt(guess, { similarityScore: 20, timestamp: '2026-11-21T17:00:00.000Z' }),
    )
    server.use(reply('startTurn', aTurn({ currentAttempts: attempts, attemptsRemaining: 3 })))
    const { user } = await open()
    expect(screen.getByRole('radio', { name: /^bird/ })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: /^plane/ }))
    expect(screen.getAllByRole('radio', { checked: true })).toEqual([
      screen.getByRole('radio', { name: /^plane/ }),
    ])
    await finalize(user)
    await waitFor(() => expect(submitted).toEqual([{ guess: 'plane' }]))
  })

  it("does not report a missing turn while today's game is fetched after the last guess", async () => {
    server.use(reply('startTurn', aTurn({ currentAttempts: [anAttempt('bird')], attemptsRemaining: 4 })))
    const { user } = await open()
    server.use(stall('getToday'))
    await finalize(user)
    expect(await screen.findByText('Back to the game...')).toBeVisible()
    expect(screen.queryByText(/No active turn found/)).toBeNull()
  })

  describe('with attempts of another tab', () => {
    const there = anAttempt('lighthouse', { similarityScore: 90, timestamp: '2026-11-21T17:00:01.000Z' })

    beforeEach(() => {
      server.use(reply('startTurn', aTurn({ currentAttempts: [anAttempt('dog')], attemptsRemaining: 4 })))
    })

    const both = aTurn({ currentAttempts: [anAttempt('dog'), there], attemptsRemaining: 3 })
    const comeToFront = () => act(() => void window.dispatchEvent(new Event('focus')))

    it('shows them when it comes to the front', async () => {
      await open()
      expect(screen.getByText('4 attempts left')).toBeVisible()
      server.use(reply('startTurn', both))
      comeToFront()
      expect(await screen.findByText('3 attempts left')).toBeVisible()
      expect(screen.getByRole('radio', { name: /^lighthouse/ })).toBeChecked()
    })

    it('submits the best of all when the button brings it to the front', async () => {
      const { user } = await open()
      const loading = held('startTurn', both)
      server.use(loading.handler)
      comeToFront()
      await loading.requested
      await user.click(screen.getByRole('button', { name: 'Finalize Turn' }))
      loading.release()
      await user.click(await screen.findByRole('button', { name: 'Pass it on' }))
      await waitFor(() => expect(submitted).toEqual([{ guess: 'lighthouse' }]))
    })

    it('learns of them from the result of a guess', async () => {
      const { guess } = await open()
      const mine = anAttempt('a bird', { similarityScore: 20 })
      server.use(
        reply('submitGuess', { ...answer('a bird', 20), attempt: mine, attemptsRemaining: 2 }),
        reply('startTurn', aTurn({ currentAttempts: [anAttempt('dog'), there, mine], attemptsRemaining: 2 })),
      )
      await guess('a bird')
      await screen.findByRole('button', { name: /^20%/ })
      await pass()
      expect(screen.getAllByRole('radio')).toHaveLength(3)
      expect(screen.getByRole('radio', { name: /^lighthouse/ })).toBeChecked()
      expect(screen.getByText('2 attempts left')).toBeVisible()
    })
  })

  it('requires a guess before Finalize', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Finalize Turn' }))
    expect(await screen.findByText('Please make at least one guess before finalizing')).toBeVisible()
    // It stands in the place of the attempts and covers nothing.
    expect(screen.queryByRole('region', { name: 'Error' })).toBeNull()
    expect(submitted).toEqual([])
  })

  it('locks a correct word, then shows the summary and submits it, and Continue goes home', async () => {
    const attempt = anAttempt('kettle', {
      similarityScore: 100,
      isCorrect: true,
      isLocked: true,
      categoryMessage: 'Perfect match!',
    })
    server.use(reply('submitGuess', answer('kettle', 100, { attempt, turnComplete: true })))
    const { user, guess, input } = await open()
    await guess('kettle')
    expect(await screen.findByRole('button', { name: '100%: Perfect match!' })).toBeDisabled()
    expect(input).toBeDisabled()
    expect(input).toHaveValue('kettle')
    expect(screen.getByText('Got it on try 1!')).toBeVisible()
    expect(screen.queryByText('0 attempts left')).toBeNull()
    await pass()
    expect(screen.getByText('Turn Complete')).toBeVisible()
    expect(screen.getByText(/^Got it on try 1/)).toBeVisible()
    // Nobody waits for a player who puts the phone away now.
    await waitFor(() => expect(submitted).toEqual([{ guess: 'kettle' }]))
    expect(window.location.pathname).toBe('/game/guess')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(submitted).toHaveLength(1)
    await waitFor(() => expect(window.location.pathname).toBe('/'))
  })

  it('finalizes automatically with the best guess when the attempts have run out', async () => {
    const four = [10, 40, 30, 20].map((similarityScore, at) =>
      anAttempt(`guess ${at}`, { similarityScore, timestamp: `2026-11-21T17:00:0${at}.000Z` }),
    )
    server.use(
      reply('startTurn', aTurn({ currentAttempts: four, attemptsRemaining: 1 })),
      reply('submitGuess', {
        attempt: anAttempt('last', { similarityScore: 5, isLocked: true }),
        attemptsRemaining: 0,
        turnComplete: true,
        selectedBestGuess: 'guess 1',
      }),
    )
    const { guess } = await open()
    expect(screen.getByText('This is your last attempt')).toBeVisible()
    await guess('last')
    expect(await screen.findByRole('button', { name: /^5%/ })).toBeDisabled()
    await pass()
    expect(await screen.findByText('Turn Complete')).toBeVisible()
    expect(screen.getByText('Five misses! The word is told at midnight.')).toBeVisible()
    await waitFor(() => expect(submitted).toEqual([{ guess: 'guess 1' }]))
  })

  it('submits the best guess once when the time is up, even if another one was selected', async () => {
    server.use(reply('startTurn', birdAndPlane()))
    const { user } = await open()
    await user.click(screen.getByRole('radio', { name: /^bird/ }))
    runOutOfTime()
    await waitFor(() => expect(submitted).toEqual([{ guess: 'plane' }]))
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(submitted).toHaveLength(1)
  })

  it('submits a guess whose result is still on the button when the time is up', async () => {
    const attempt = anAttempt('kettle', { similarityScore: 100, isCorrect: true, isLocked: true })
    server.use(reply('submitGuess', answer('kettle', 100, { attempt, turnComplete: true })))
    const { guess } = await open()
    await guess('kettle')
    expect(await screen.findByRole('button', { name: /^100%/ })).toBeDisabled()
    runOutOfTime()
    await waitFor(() => expect(submitted).toEqual([{ guess: 'kettle' }]))
  })

  describe('with a guess on its way when the time is up', () => {
    it('waits for its result, says so, and submits the better guess', async () => {
      const dog = anAttempt('dog', { similarityScore: 10 })
      const last = held('submitGuess', answer('a bird', 60))
      server.use(reply('startTurn', aTurn({ currentAttempts: [dog], attemptsRemaining: 4 })), last.handler)
      const { guess, input } = await open()
      await guess('a bird')
      await last.requested
      runOutOfTime()
      expect(await screen.findByText('Time is up. Your last guess still counts: one moment...')).toBeVisible()
      expect(input).toBeDisabled()
      expect(screen.getByRole('button', { name: 'Finalize Turn' })).toBeDisabled()
      expect(submitted).toEqual([])
      last.release()
      await waitFor(() => expect(submitted).toEqual([{ guess: 'a bird' }]))
    })

    it('sends the queued guess too, and does not pass the turn', async () => {
      // A call of skipTurn would have no handler and fail the test.
      const { user, guess, input } = await open()
      const first = held('submitGuess', answer('a bird', 60))
      server.use(first.handler)
      await guess('a bird')
      await first.requested
      await user.type(input, 'plane{Enter}')
      server.use(reply('submitGuess', answer('plane', 80)))
      runOutOfTime()
      first.release()
      await waitFor(() => expect(submitted).toEqual([{ guess: 'plane' }]))
    })

    it('looks up what was stored after a lost response', async () => {
      server.use(dropConnection('submitGuess'))
      const { guess } = await open()
      await guess('a bird')
      await screen.findByText('Connection lost. Please check your internet and try again.')
      server.use(reply('startTurn', aTurn({ currentAttempts: [anAttempt('a bird')], attemptsRemaining: 4 })))
      runOutOfTime()
      await waitFor(() => expect(submitted).toEqual([{ guess: 'a bird' }]))
    })

    it('waits only during the grace period, and then leaves the end of the turn to the server', async () => {
      server.use(stall('submitGuess'))
      const { guess } = await open()
      await guess('a bird')
      runOutOfTime()
      await screen.findByText('Time is up. Your last guess still counts: one moment...')
      server.use(
        refuse('startTurn', 'CONFLICT', 'Your turn has expired'),
        reply('getToday', aToday({ yourStatus: 'completed' })),
      )
      await pass(TURN.graceMs)
      expect(await screen.findByText('Failed to finalize turn')).toBeVisible()
      await act(() => refreshToday())
      expect(await screen.findByText(/Your best guess was submitted/)).toBeVisible()
      expect(submitted).toEqual([])
    })
  })

  it('reports that the turn moved on when the time is up without a guess', async () => {
    const skipped = vi.fn(() => aToday({ yourStatus: 'skipped' }))
    server.use(reply('skipTurn', skipped))
    await open()
    runOutOfTime()
    expect(await screen.findByText('Time is up!')).toBeVisible()
    expect(screen.getByText(/Your turn went to the next player/)).toBeVisible()
    // A new turn cannot be started.
    expect(screen.queryByText(/No active turn found/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Go Home' })).toBeVisible()
    expect(skipped).toHaveBeenCalledOnce()
    expect(submitted).toEqual([])
  })

  it('shows its summary after a reload, with the reason why it could not be submitted, and retries', async () => {
    const currentAttempts = [anAttempt('kettle', { similarityScore: 100, isCorrect: true, isLocked: true })]
    server.use(
      reply('startTurn', aTurn({ currentAttempts, attemptsRemaining: 4 })),
      dropConnection('submitTurn'),
    )
    const { user } = renderApp('/game/guess')
    expect(
      await screen.findByText('Connection lost. Please check your internet and try again.'),
    ).toBeVisible()
    expect(screen.getByText('Turn Complete')).toBeVisible()
    server.use(reply('submitTurn', { success: true, gameCompleted: false, validationError: null }))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(window.location.pathname).toBe('/'))
  })

  it('is restored after a reload', async () => {
    server.use(stall('startTurn'))
    renderApp('/game/guess')
    expect(await screen.findByText('Looking for your turn...')).toBeVisible()
  })

  it('does not treat a lost connection as a lost turn', async () => {
    server.use(dropConnection('startTurn'))
    renderApp('/game/guess')
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(
      await screen.findByText('Connection lost. Please check your internet and try again.'),
    ).toBeVisible()
    server.use(reply('startTurn', aTurn()))
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByPlaceholderText('Write your guess')).toBeVisible()
  })

  it('offers a retry when it cannot be loaded', async () => {
    server.use(refuse('getToday', 'INTERNAL', 'TypeError: x is undefined'))
    const { user } = renderApp('/game/guess')
    expect(await screen.findByText('Your turn could not be loaded. Please try again.')).toBeVisible()
    expect(screen.queryByText(/TypeError/)).toBeNull()
    const again = screen.getByRole('button', { name: 'Try Again' })
    await user.click(onceClicked(again, reply('getToday', aToday({ yourStatus: 'playing' }))))
    expect(await screen.findByPlaceholderText('Write your guess')).toBeVisible()
  })

  it('shows why a guess was refused, until the message is dismissed', async () => {
    server.use(refuse('submitGuess', 'CONFLICT', 'Your turn has expired'))
    const { user, guess, input } = await open()
    await guess('bird')
    const error = within(await screen.findByRole('region', { name: 'Error' }))
    expect(error.getByText('Failed to submit guess')).toBeVisible()
    expect(error.getByText('This turn is already over.')).toBeVisible()
    expect(screen.queryByText('Your turn has expired')).toBeNull()
    expect(input).toHaveValue('bird')
    await user.click(error.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('region', { name: 'Error' })).toBeNull()
  })

  it("does not show the server's technical messages", async () => {
    const currentAttempts = [anAttempt('bird')]
    server.use(
      reply('startTurn', aTurn({ currentAttempts, attemptsRemaining: 4 })),
      refuse('submitTurn', 'INTERNAL', 'TypeError: x is undefined'),
    )
    const { user } = await open()
    await finalize(user)
    expect(await screen.findByText('Failed to finalize turn')).toBeVisible()
    expect(screen.getByText(/Your guesses are safe/)).toBeVisible()
    expect(screen.queryByText(/TypeError/)).toBeNull()
  })

  it('does not send the same guess twice, and explains it', async () => {
    const sent = recorded('submitGuess', answer('plane', 20))
    server.use(reply('startTurn', aTurn({ currentAttempts: [anAttempt('The Bird')], attemptsRemaining: 4 })))
    const { guess, input, user } = await open()
    await guess('bird!')
    expect(screen.getByText(/You have already tried “The Bird”/)).toBeVisible()
    expect(sent).toEqual([])
    await user.clear(input)
    expect(screen.queryByText(/You have tried/)).toBeNull()
    await guess('plane')
    await waitFor(() => expect(sent).toEqual([{ guess: 'plane' }]))
  })

  it('queues a guess entered while a result is shown', async () => {
    const sent = recorded('submitGuess', ({ guess }) => answer(guess, 30))
    const { guess, input, user } = await open()
    await guess('bird')
    expect(await screen.findByRole('button', { name: /^30%/ })).toBeVisible()
    await user.type(input, 'plane{Enter}')
    expect(screen.getByText('Next: “plane”')).toBeVisible()
    expect(input).toHaveValue('')
    expect(sent).toEqual([{ guess: 'bird' }])
    await pass()
    await waitFor(() => expect(sent).toEqual([{ guess: 'bird' }, { guess: 'plane' }]))
    expect(screen.queryByText(/^Next/)).toBeNull()
  })

  it('does not take the Enter of an input method for a guess', async () => {
    const sent = vi.fn(() => answer('とり', 30))
    server.use(reply('submitGuess', sent))
    const { user, guess, input } = await open()
    await user.type(input, 'とり')
    expect(fireEvent.keyDown(input, { key: 'Enter', isComposing: true })).toBe(false)
    // Safari
    expect(fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })).toBe(false)
    await user.clear(input)
    await guess('とり')
    await screen.findByRole('button', { name: /^30%/ })
    await user.type(input, 'いぬ')
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true })
    expect(input).toHaveValue('いぬ')
    expect(sent).toHaveBeenCalledOnce()
  })

  it('keeps a third guess in the field while the second one waits', async () => {
    const { guess, input, user } = await open()
    server.use(stall('submitGuess'))
    await guess('kettle')
    await user.type(input, 'pot{Enter}')
    expect(input).toHaveValue('')
    await user.type(input, 'pan{Enter}')
    expect(input).toHaveValue('pan')
    expect(screen.getByText('Next: “pot”')).toBeVisible()
  })

  it('discards a queued guess after a correct one', async () => {
    const attempt = anAttempt('kettle', { similarityScore: 100, isCorrect: true, isLocked: true })
    const first = held('submitGuess', answer('kettle', 100, { attempt, turnComplete: true }))
    server.use(first.handler)
    const { guess, input, user } = await open()
    await guess('kettle')
    await first.requested
    await user.type(input, 'pot{Enter}')
    const queued = recorded('submitGuess', answer('pot', 20))
    first.release()
    expect(await screen.findByRole('button', { name: /^100%/ })).toBeDisabled()
    await pass()
    expect(await screen.findByText('Turn Complete')).toBeVisible()
    expect(queued).toEqual([])
  })

  it('reports a missing turn', async () => {
    server.use(reply('getToday', aToday()))
    renderApp('/game/guess')
    expect(await screen.findByText('No active turn found. Please start a new turn.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  })
})
