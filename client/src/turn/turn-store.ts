import { ApiError } from '@inkling/mock-server/contract/api-error'
import { TURN } from '@inkling/mock-server/contract/constants'
import type { GuessReply, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { create } from 'zustand'
import { serverNow } from '../platform/server-clock.ts'
import { api } from '../session/api.ts'
import { rememberFirstRound } from '../session/first-round.ts'
import { CONNECTION_LOST, messageOf } from '../session/session.ts'
import { forgetChosenGuess } from './best-guess.ts'
import { cacheToday, logTodayFailure, refreshToday } from './today.ts'

/** The player's turn (spec section 4, Turn). */
export interface TurnState {
  turn: TurnView | null
  /** When it began, in ms of the server's clock. */
  startedAt: number
  /** When this page received it, in ms of the device's clock. */
  obtainedAt: number
  isSubmitting: boolean
  /** Why the drawing was refused, as a sentence for the player: "Drawing Issue". */
  validationError: string | null
  /** Any other failure: "Submission Failed" for drawings, "Error" for guesses. */
  error: string | null
  /** The player submitted or passed the last turn, and another screen follows. */
  isDone: boolean
  /** The last submission or guess got no response: the server may have stored it. */
  isUncertain: boolean
}

const NONE: TurnState = {
  turn: null,
  startedAt: 0,
  obtainedAt: 0,
  isSubmitting: false,
  validationError: null,
  error: null,
  isDone: false,
  isUncertain: false,
}

export const useTurn = create<TurnState>(() => NONE)

/**
 * Starts the turn, or gets back the one already held.
 * @throws the server's refusal, when another player was faster or this player has played
 */
export async function startTurn(): Promise<TurnView> {
  const turn = await api.startTurn()
  useTurn.setState({ ...NONE, turn, startedAt: startOf(turn), obtainedAt: Date.now() })
  return turn
}

/** A turn this young has just begun: the rest is response time. A turn without an end counts as just begun, too. */
const FRESH_MS = 5_000

function startOf({ expiresAt, currentAttempts }: TurnView): number {
  const now = serverNow()
  const fullLengthAgo = Date.parse(expiresAt) - TURN.limitMs
  const isFresh = currentAttempts.length === 0 && now - fullLengthAgo < FRESH_MS
  return isFresh || Number.isNaN(fullLengthAgo) ? now : fullLengthAgo
}

/**
 * Restores the player's turn after a reload; null when there is none. Never starts a new one.
 * @throws when today's game cannot be fetched
 */
export async function resumeTurn(): Promise<TurnView | null> {
  const today = await refreshToday()
  return today.yourStatus === 'playing' ? startTurn() : null
}

/** The turn is over, or was left. */
export function endTurn(): void {
  forgetChosenGuess()
  useTurn.setState(NONE)
}

/** The player has finished the turn. */
function finishTurn(): void {
  endTurn()
  useTurn.setState({ isDone: true })
}

/**
 * Passes the turn, or the wait for one, to the next player: this player is skipped today.
 * @throws what the call throws; a turn then stays
 */
export async function passTurn(): Promise<void> {
  const today = await api.skipTurn()
  finishTurn()
  cacheToday(today)
}

/**
 * Submits a drawing.
 * @param drawing base64 PNG; a data prefix is removed
 * @returns true if accepted: the turn is then cleared and today's game fetched again. False keeps the turn, and
 * `validationError` or `error` says why
 */
export function submitDrawing(drawing: string, strokeCount: number): Promise<boolean> {
  const png = drawing.replace(/^data:image\/png;base64,/, '')
  return submit({ drawing: png }, strokeCount, 'Failed to submit drawing')
}

/** Submits the chosen guess; see {@link submitDrawing}. */
export function finalizeGuess(guess: string): Promise<boolean> {
  return submit({ guess }, 0, 'Failed to finalize turn')
}

/**
 * Submits one attempt and adds it to the turn; one that completes the turn locks it.
 * @throws the server's refusal
 */
export async function submitGuess(guess: string): Promise<GuessReply> {
  const stored = await findStoredGuess(guess)
  if (stored) return stored
  const reply = await recordUnanswered(api.submitGuess({ body: { guess } }))
  const attempt = { ...reply.attempt, isLocked: reply.attempt.isLocked || reply.turnComplete }
  useTurn.setState(({ turn }) => ({
    turn: turn && {
      ...turn,
      currentAttempts: [...turn.currentAttempts, attempt],
      attemptsRemaining: reply.attemptsRemaining,
    },
  }))
  return { ...reply, attempt }
}

export const clearValidationError = () => useTurn.setState({ validationError: null })
export const clearTurnError = () => useTurn.setState({ error: null })

/** After a guess without a response: loads the attempts again, so that the same guess does not use up another one. */
async function findStoredGuess(guess: string): Promise<GuessReply | null> {
  if (!useTurn.getState().isUncertain) return null
  const turn = await api.startTurn()
  useTurn.setState({ turn, isUncertain: false })
  const attempt = turn.currentAttempts.find((stored) => stored.guess === guess)
  if (!attempt) return null
  const { attemptsRemaining } = turn
  return { attempt, attemptsRemaining, turnComplete: attempt.isLocked, selectedBestGuess: null }
}

/** Records a failed call that may still have changed something: only a refusal proves that it did not. */
async function recordUnanswered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status < 500
    if (!isRefusal) useTurn.setState({ isUncertain: true })
    throw error
  }
}

async function submit(
  content: { drawing: string } | { guess: string },
  strokeCount: number,
  fallback: string,
): Promise<boolean> {
  const { turn, startedAt, isSubmitting } = useTurn.getState()
  if (!turn || isSubmitting) return false
  useTurn.setState({ isSubmitting: true, validationError: null, error: null })
  const timeSpent = Math.max(0, Math.round((serverNow() - startedAt) / 1000))
  try {
    if (!(await isStored())) {
      const reply = await recordUnanswered(api.submitTurn({ body: { content, timeSpent, strokeCount } }))
      if (!reply.success) {
        useTurn.setState({ isSubmitting: false, validationError: reply.validationError ?? fallback })
        return false
      }
    }
  } catch (error) {
    useTurn.setState({ isSubmitting: false, error: submitErrorText(error, fallback) })
    return false
  }
  finishTurn()
  rememberFirstRound()
  try {
    await refreshToday()
  } catch (error) {
    // The turn is submitted; the next screen fetches the game again and shows any error.
    logTodayFailure(error)
  }
  return true
}

/** Whether a submission without a response reached the server, so that nothing is submitted twice. */
async function isStored(): Promise<boolean> {
  if (!useTurn.getState().isUncertain) return false
  const { yourStatus } = await refreshToday()
  return yourStatus === 'completed'
}

/** Spec section 8: a message about the network, or no response at all, means a lost connection. */
export function submitErrorText(error: unknown, fallback: string): string {
  const text = messageOf(error, fallback)
  return /network|failed to fetch|load failed/i.test(text) ? CONNECTION_LOST : text
}
