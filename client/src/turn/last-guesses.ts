import { TURN } from '@inkling/mock-server/contract/constants'
import { serverNow } from '../platform/server-clock.ts'
import { loadAttempts, submitGuess, useTurn } from './turn-store.ts'
import { endOf } from './turn-timer.ts'

/** The guesses that were entered before the time was up and have no result yet. */
export interface LastGuesses {
  /** The guess that is being sent; `done` resolves when it is answered or has failed. */
  sending: { guess: string; done: Promise<void> } | null
  /** The guess to send after it. */
  queued: string | null
}

/**
 * Waits for the results of the last guesses, which the server accepts during its grace period. If a response is lost,
 * loads the attempts that were stored.
 * @throws if it is unknown which attempts were stored
 */
export async function awaitLastGuesses(last: LastGuesses): Promise<void> {
  const { turn, startedAt } = useTurn.getState()
  if (!turn) return
  const graceEnd = endOf(turn, startedAt) + TURN.graceMs
  const isOver = await Promise.race([
    settle(last).then(() => false),
    new Promise<true>((resolve) => setTimeout(resolve, Math.max(0, graceEnd - serverNow()), true)),
  ])
  const { turn: now, isUncertain } = useTurn.getState()
  if (now && (isOver || isUncertain)) await loadAttempts()
}

async function settle({ sending, queued }: LastGuesses): Promise<void> {
  await sending?.done
  if (sending && useTurn.getState().isUncertain) await send(sending.guess)
  if (queued !== null) await send(queued)
}

/** Sends a guess, unless an earlier one has ended the turn. Only logs a failure: the caller reads what was stored. */
async function send(guess: string): Promise<void> {
  const { turn } = useTurn.getState()
  if (!turn || turn.currentAttempts.some(({ isLocked, isCorrect }) => isLocked || isCorrect)) return
  await submitGuess(guess).catch((error: unknown) => console.info('The last guess failed:', error))
}
