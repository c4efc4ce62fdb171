import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { TURN } from '@inkling/mock-server/contract/constants'
import type { GuessReply, Today, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { create } from 'zustand'
import { isNetworkFailure } from '../platform/online.ts'
import { serverNow } from '../platform/server-clock.ts'
import { rememberFirstRound } from '../session/device/first-round.ts'
import { rememberPassed } from '../session/device/passed-game.ts'
import { api } from '../session/server/api.ts'
import { CONNECTION_LOST, messageOf } from '../session/session.ts'
import { forgetChosenGuess } from './best-guess.ts'
import { cacheToday, cancelPoll, logTodayFailure, refreshToday, todayUpdates } from './today.ts'

/** The player's turn. */
export interface TurnState {
  turn: TurnView | null
  /** When the turn started, in ms by the server's clock. */
  startedAt: number
  /** The number of updates of today's game when this page received the turn. */
  updatesBefore: number
  isSubmitting: boolean
  /** Why the server refused the drawing; displayed as "Drawing Issue". */
  validationError: string | null
  /** Any other failure; displayed as "Submission Failed" for drawings and "Error" for guesses. */
  error: string | null
  /** Whether the player has submitted or passed the last turn, and another screen follows. */
  isDone: boolean
  /** Whether the last submission or guess got no response, so that the server may have stored it. */
  isUncertain: boolean
}

const NONE: TurnState = {
  turn: null,
  startedAt: 0,
  updatesBefore: 0,
  isSubmitting: false,
  validationError: null,
  error: null,
  isDone: false,
  isUncertain: false,
}

export const useTurn = create<TurnState>(() => NONE)

/**
 * Starts a turn, or fetches the one that the player already holds.
 * @throws the server's refusal, for example when another player was faster
 */
export async function startTurn(): Promise<TurnView> {
  const turn = await api.startTurn()
  // A poll from before the start would end the turn.
  await cancelPoll()
  useTurn.setState({ ...NONE, turn, startedAt: startOf(turn), updatesBefore: todayUpdates() })
  return turn
}

/** A turn without attempts that started less than this ago has just been started; the difference is response time. */
const FRESH_MS = 5_000

function startOf({ expiresAt, currentAttempts }: TurnView): number {
  const now = serverNow()
  const start = Date.parse(expiresAt) - TURN.limitMs
  const isFresh = currentAttempts.length === 0 && now - start < FRESH_MS
  return isFresh || Number.isNaN(start) ? now : start
}

/**
 * Restores the player's turn after a reload; null if there is none. Does not start a new one.
 * @throws if today's game or the turn cannot be fetched
 */
export async function resumeTurn(): Promise<TurnView | null> {
  const today = await refreshToday()
  return today.yourStatus === 'playing' ? startTurn() : null
}

/** Clears the turn. */
export function endTurn(): void {
  forgetChosenGuess()
  useTurn.setState(NONE)
}

/** Clears the turn and marks it as done by the player. */
function finishTurn(): void {
  endTurn()
  useTurn.setState({ isDone: true })
}

/**
 * Passes the turn by the player's choice; see {@link skipTurn}.
 * @throws the error of the call; the turn then remains active
 */
export async function passTurn(): Promise<void> {
  const { gameId } = await skipTurn()
  if (gameId !== null) rememberPassed(gameId)
}

/**
 * Skips the player for today, during the turn or before it.
 * @throws the error of the call; the turn then remains active
 */
export async function skipTurn(): Promise<Today> {
  const today = await api.skipTurn()
  finishTurn()
  await cacheToday(today)
  return today
}

/** Leaves a turn that was passed with a report, and fetches today's game. */
export async function leavePassedTurn(): Promise<void> {
  finishTurn()
  await cancelPoll()
  await refreshToday().catch(logTodayFailure)
}

/**
 * Submits a drawing. If it is accepted, clears the turn and fetches today's game; otherwise the turn remains active
 * with the reason in `validationError` or `error`.
 * @param drawing base64 PNG
 * @returns whether it was accepted
 */
export function submitDrawing(drawing: string, strokeCount: number): Promise<boolean> {
  return submit({ drawing }, strokeCount, 'Failed to submit drawing')
}

/** Submits the chosen guess; see {@link submitDrawing}. */
export function finalizeGuess(guess: string): Promise<boolean> {
  return submit({ guess }, 0, 'Failed to finalize turn')
}

/**
 * Submits an attempt and adds it to the turn, locked if it completes the turn.
 * @throws the error of the call
 */
export async function submitGuess(guess: string): Promise<GuessReply> {
  const stored = await findStoredGuess(guess)
  if (stored) return stored
  const left = useTurn.getState().turn?.attemptsRemaining ?? 0
  const reply = await recordUnanswered(api.submitGuess({ body: { guess } }))
  const { attemptsRemaining } = reply
  const attempt = { ...reply.attempt, isLocked: reply.attempt.isLocked || reply.turnComplete }
  useTurn.setState(({ turn }) => ({
    turn: turn && { ...turn, currentAttempts: [...turn.currentAttempts, attempt], attemptsRemaining },
  }))
  // Another tab has used up some.
  if (attemptsRemaining < left - 1) await refreshAttempts()
  return { ...reply, attempt }
}

export const clearValidationError = () => useTurn.setState({ validationError: null })
export const clearTurnError = () => useTurn.setState({ error: null })

/** If the last guess got no response, loads the attempts, so that the same guess does not use up another one. */
async function findStoredGuess(guess: string): Promise<GuessReply | null> {
  if (!useTurn.getState().isUncertain) return null
  const { currentAttempts, attemptsRemaining } = await loadAttempts()
  const attempt = currentAttempts.find((stored) => stored.guess === guess)
  if (!attempt) return null
  return { attempt, attemptsRemaining, turnComplete: attempt.isLocked, selectedBestGuess: null }
}

/**
 * Loads the attempts that the server has stored, some of which may be from another tab. Has no effect if the turn
 * changes meanwhile. Concurrent calls share one request. Only logs a failure.
 */
export function refreshAttempts(): Promise<void> {
  const { turn: before } = useTurn.getState()
  refreshing ??= api
    .startTurn()
    .then((turn) => {
      const isNewer = before && turn.currentAttempts.length >= before.currentAttempts.length
      if (isNewer && useTurn.getState().turn === before) useTurn.setState({ turn })
    })
    .catch((error: unknown) => console.info('The attempts could not be loaded:', error))
    .finally(() => {
      refreshing = null
    })
  return refreshing
}

let refreshing: Promise<void> | null = null

/** Resolves when a running {@link refreshAttempts} has ended. */
export const attemptsRefreshed = async (): Promise<void> => refreshing ?? undefined

/**
 * Loads the attempts that the server has stored.
 * @throws the error of the call, also if the player no longer holds the turn
 */
export async function loadAttempts(): Promise<TurnView> {
  const turn = await api.startTurn()
  useTurn.setState({ turn, isUncertain: false })
  return turn
}

/** Marks the turn as uncertain if a call fails without a refusal: the server may have stored the change. */
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
    await cancelPoll()
    await refreshToday()
  } catch (error) {
    // The turn was submitted, and the next screen fetches the game again.
    logTodayFailure(error)
  }
  return true
}

/** Whether the server has stored a submission that got no response. */
async function isStored(): Promise<boolean> {
  if (!useTurn.getState().isUncertain) return false
  const { yourStatus } = await refreshToday()
  return yourStatus === 'completed'
}

/** The error text of a failed submission. */
export const submitErrorText = (error: unknown, fallback: string): string =>
  isNetworkFailure(error) ? CONNECTION_LOST : messageOf(error, fallback)
