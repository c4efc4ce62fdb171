import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { KEY } from '../platform/storage.ts'
import { queryClient } from '../session/server/query-client.ts'
import { anAttempt, aToday, aTurn, PNG } from '../testing/builders.ts'
import { signedInAs } from '../testing/render-app.tsx'
import { dropConnection, held, recorded, refuse, reply, server } from '../testing/server.ts'
import { refreshToday } from './today.ts'
import { finalizeGuess, passTurn, startTurn, submitDrawing, submitGuess, useTurn } from './turn-store.ts'

const TAKEN = { success: true, gameCompleted: false, validationError: null }
let sent: unknown[] = []
let requests = 0

beforeEach(async () => {
  requests = 0
  signedInAs()
  server.use(
    reply('startTurn', aTurn()),
    reply('getToday', () => {
      requests += 1
      return aToday({ yourStatus: 'completed' })
    }),
  )
  sent = recorded('submitTurn', TAKEN)
  await startTurn()
})

describe('a submitted turn', () => {
  it('contains a drawing, the time and the strokes', async () => {
    expect(await submitDrawing(PNG, 7)).toBe(true)
    expect(sent).toEqual([{ content: { drawing: PNG }, timeSpent: expect.any(Number), strokeCount: 7 }])
  })

  it('contains a guess, and no strokes', async () => {
    expect(await finalizeGuess('kettle')).toBe(true)
    expect(sent).toEqual([{ content: { guess: 'kettle' }, timeSpent: expect.any(Number), strokeCount: 0 }])
  })

  it("is cleared; today's game is fetched and the first round stored", async () => {
    await finalizeGuess('kettle')
    expect(useTurn.getState().turn).toBeNull()
    expect(requests).toBe(1)
    expect(localStorage.getItem(KEY.firstRoundComplete)).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  it("is cleared even if today's game cannot be fetched", async () => {
    server.use(dropConnection('getToday'))
    expect(await finalizeGuess('kettle')).toBe(true)
    expect(useTurn.getState().turn).toBeNull()
  })

  it('is sent once when submitted twice at the same time', async () => {
    expect(await Promise.all([submitDrawing(PNG, 1), submitDrawing(PNG, 1)])).toEqual([true, false])
    expect(sent).toHaveLength(1)
  })

  it('reports the seconds since its start, even if it was resumed', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const expiresAt = new Date(Date.now() + 200_000).toISOString()
    server.use(reply('startTurn', aTurn({ expiresAt, currentAttempts: [anAttempt('bird')] })))
    await startTurn()
    await finalizeGuess('bird')
    expect(sent).toMatchObject([{ timeSpent: 100 }])
  })
})

describe('a poll from before a change', () => {
  const current = () => queryClient.getQueryData<Today>(['today'])?.yourStatus

  /** Changes something while a poll runs that is answered afterwards, with the status before the change. */
  async function changeDuringPoll(before: Today, change: () => Promise<unknown>) {
    queryClient.setQueryData(['today'], before)
    const poll = held('getToday', before)
    server.use(poll.handler)
    const polled = refreshToday()
    await poll.requested
    server.use(reply('getToday', aToday({ yourStatus: 'completed' })))
    await change()
    poll.release()
    await polled
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  }

  it('does not hide that the turn was submitted', async () => {
    await changeDuringPoll(aToday({ yourStatus: 'playing' }), () => finalizeGuess('kettle'))
    expect(current()).toBe('completed')
  })

  it('does not hide that the turn was passed', async () => {
    server.use(reply('skipTurn', aToday({ yourStatus: 'skipped' })))
    await changeDuringPoll(aToday({ yourStatus: 'playing' }), passTurn)
    expect(current()).toBe('skipped')
  })

  it('is dropped when a turn starts, because it would end the turn', async () => {
    await changeDuringPoll(aToday({ yourStatus: 'pending' }), async () => {
      await startTurn()
      expect(queryClient.isFetching()).toBe(0)
    })
  })
})

describe('a turn that is refused', () => {
  it("remains active, with the server's validation error", async () => {
    const validationError = 'The drawing is blank'
    server.use(reply('submitTurn', { success: false, gameCompleted: false, validationError }))
    expect(await submitDrawing(PNG, 0)).toBe(false)
    expect(useTurn.getState()).toMatchObject({
      turn: { turnId: 'turn1' },
      validationError,
      isSubmitting: false,
    })
    expect(localStorage.getItem(KEY.firstRoundComplete)).toBeNull()
  })

  it.each([
    ['a message', refuse('submitTurn', 'CONFLICT', 'Your turn has expired'), 'Your turn has expired'],
    ['no message', refuse('submitTurn', 'INTERNAL', ''), 'Failed to submit drawing'],
    [
      'a message containing Network',
      refuse('submitTurn', 'INTERNAL', 'Network is unreachable'),
      'Connection lost. Please check your internet and try again.',
    ],
    [
      'no response',
      dropConnection('submitTurn'),
      'Connection lost. Please check your internet and try again.',
    ],
  ])('remains active and has an error text: a failure with %s', async (_, failure, error) => {
    server.use(failure)
    expect(await submitDrawing(PNG, 0)).toBe(false)
    expect(useTurn.getState()).toMatchObject({ turn: { turnId: 'turn1' }, error, isSubmitting: false })
  })

  it('has a default message for a guess', async () => {
    server.use(refuse('submitTurn', 'INTERNAL', ''))
    await finalizeGuess('kettle')
    expect(useTurn.getState().error).toBe('Failed to finalize turn')
  })
})

describe('a submission without a response', () => {
  const status = (yourStatus: 'playing' | 'completed') =>
    server.use(reply('getToday', aToday({ yourStatus })))
  /** The server stores the submission, but the response is lost. */
  const loseResponse = () => server.use(dropConnection('submitTurn'))

  it('is not repeated when the server has stored it', async () => {
    loseResponse()
    expect(await submitDrawing(PNG, 1)).toBe(false)
    server.use(reply('submitTurn', () => Promise.reject(new Error('It was sent twice'))))
    status('completed')
    expect(await submitDrawing(PNG, 2)).toBe(true)
    expect(useTurn.getState().turn).toBeNull()
  })

  it('is repeated when the server has not stored it', async () => {
    loseResponse()
    await submitDrawing(PNG, 1)
    status('playing')
    server.use(reply('submitTurn', TAKEN))
    expect(await submitDrawing(PNG, 1)).toBe(true)
  })

  it('is not repeated while the server cannot be reached', async () => {
    loseResponse()
    await submitDrawing(PNG, 1)
    server.use(dropConnection('getToday'))
    expect(await submitDrawing(PNG, 1)).toBe(false)
    expect(useTurn.getState()).toMatchObject({
      turn: { turnId: 'turn1' },
      error: 'Connection lost. Please check your internet and try again.',
    })
  })
})

describe('a guess without a response', () => {
  it('does not use up another attempt when the server has stored it', async () => {
    server.use(dropConnection('submitGuess'))
    await expect(submitGuess('a bird')).rejects.toThrow()
    server.use(
      reply('submitGuess', () => Promise.reject(new Error('It was sent twice'))),
      reply('startTurn', aTurn({ currentAttempts: [anAttempt('a bird')], attemptsRemaining: 4 })),
    )
    expect(await submitGuess('a bird')).toMatchObject({ attempt: { guess: 'a bird' }, attemptsRemaining: 4 })
    expect(useTurn.getState().turn?.currentAttempts).toHaveLength(1)
  })
})

describe('an attempt', () => {
  it('is added to the turn, and is locked if it completes the turn', async () => {
    const attempt = anAttempt('a bird')
    server.use(
      reply('submitGuess', {
        attempt,
        attemptsRemaining: 0,
        turnComplete: true,
        selectedBestGuess: 'a bird',
      }),
    )
    await submitGuess('a bird')
    expect(useTurn.getState().turn).toMatchObject({
      currentAttempts: [{ guess: 'a bird', isLocked: true }],
      attemptsRemaining: 0,
    })
  })
})
