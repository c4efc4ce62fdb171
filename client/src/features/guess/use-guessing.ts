import { GUESS } from '@inkling/mock-server/contract/constants'
import type { GuessAttempt, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { guessDraft, keepGuessDraft } from '../../turn/guess-draft.ts'
import { awaitLastGuesses } from '../../turn/last-guesses.ts'
import { refreshAttempts, submitGuess, useTurn } from '../../turn/turn-store.ts'
import { type GuessProblem, guessProblem } from './guess-problem.tsx'
import { repeatedGuess } from './repeated-guess.ts'

interface Sending {
  readonly guess: string
  /** The number of attempts before this one. */
  readonly attempts: number
}

/**
 * Sends guesses and controls their timing: each result is shown on the button for 2 s and then added to the list. A
 * guess that ends the turn is locked, and `onDone` is called after these 2 s. A guess entered meanwhile is queued.
 */
export function useGuessing(turn: TurnView, onDone: () => void) {
  const attempts = turn.currentAttempts
  const isLocked = attempts.some((attempt) => attempt.isLocked || attempt.isCorrect)
  // A locked turn that was restored after a reload shows its summary immediately.
  const [wasLocked] = useState(isLocked)
  const [text, setText] = useState(() => unsentGuess(turn))
  const [answered, setAnswered] = useState<GuessAttempt | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [queued, setQueued] = useState<string | null>(null)
  const sent = useRef(Promise.resolve())
  const [timeUp, setTimeUp] = useState<null | 'waiting' | 'over'>(null)
  const [repeated, setRepeated] = useState<string | null>(null)
  const [problem, setProblem] = useState<GuessProblem | null>(null)
  const isBusy = sending !== null || answered !== null
  // The store has the attempt before the call returns: without this, the list would show it for a moment.
  const arrived =
    sending && attempts.slice(sending.attempts).find((attempt) => attempt.guess === sending.guess)
  const shown = answered ?? arrived ?? null

  const unsent = isLocked ? '' : text || (queued ?? sending?.guess ?? '')
  useEffect(() => keepGuessDraft(turn.turnId, unsent), [turn.turnId, unsent])

  useEffect(() => {
    if (!answered) return
    const timer = setTimeout(() => setAnswered(null), GUESS.resultMs)
    return () => clearTimeout(timer)
  }, [answered])

  // Another tab may have made attempts meanwhile.
  const hasTime = timeUp === null
  useEffect(() => {
    if (isBusy || !hasTime) return
    const onFront = () => document.visibilityState === 'visible' && void refreshAttempts()
    window.addEventListener('focus', onFront)
    document.addEventListener('visibilitychange', onFront)
    return () => {
      window.removeEventListener('focus', onFront)
      document.removeEventListener('visibilitychange', onFront)
    }
  }, [isBusy, hasTime])

  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (!isLocked) return
    const timer = setTimeout(() => done(), wasLocked ? 0 : GUESS.resultMs)
    return () => clearTimeout(timer)
  }, [isLocked, wasLocked])

  const send = async (guess: string) => {
    setSending({ guess, attempts: attempts.length })
    setProblem(null)
    try {
      const { attempt } = await submitGuess(guess)
      setAnswered(attempt)
    } catch (failure) {
      setProblem(guessProblem(failure))
      // Put the guess back into the field, unless something else was typed.
      setText((now) => now || guess)
      setQueued(null)
    }
    setSending(null)
  }
  const sendQueued = useEffectEvent((guess: string) => {
    setQueued(null)
    if (!isLocked) sent.current = send(guess)
  })
  useEffect(() => {
    if (!isBusy && queued !== null && timeUp === null) sendQueued(queued)
  }, [isBusy, queued, timeUp])

  const write = (next: string) => {
    setText(next)
    setRepeated(null)
  }
  const enter = () => {
    const guess = text.trim()
    if (guess === '' || isLocked || timeUp !== null) return
    const earlier = [...attempts.map((attempt) => attempt.guess), sending?.guess ?? null, queued]
    const same = repeatedGuess(
      guess,
      earlier.filter((one) => one !== null),
    )
    setRepeated(same)
    // One guess waits at most: another one stays in the field.
    if (same !== null || (isBusy && queued !== null)) return
    setText('')
    if (isBusy) setQueued(guess)
    else sent.current = send(guess)
  }
  const close = async () => {
    setTimeUp(sending || queued !== null || useTurn.getState().isUncertain ? 'waiting' : 'over')
    try {
      await awaitLastGuesses({ sending: sending && { guess: sending.guess, done: sent.current }, queued })
    } finally {
      setTimeUp('over')
    }
  }

  return {
    text,
    write,
    /** Submits the typed guess, or queues it while a result is shown. */
    enter,
    /** Accepts no more guesses, and waits for the results of those that were entered; see {@link awaitLastGuesses}. */
    close,
    /** Null while there is time; waiting during {@link close}. */
    timeUp,
    shown,
    /** The guess to send after the current result. */
    queued,
    /** The earlier guess that the last entered guess repeats. */
    repeated,
    /** All attempts except one whose result is on the button. */
    listed: attempts.filter(
      ({ timestamp, guess }) => timestamp !== shown?.timestamp || guess !== shown.guess,
    ),
    isBusy,
    isLocked,
    problem,
    setProblem,
  }
}

/** The guess that was typed before the screen was left, unless it was sent meanwhile. */
function unsentGuess({ turnId, currentAttempts }: TurnView): string {
  const draft = guessDraft(turnId)
  const guesses = currentAttempts.map(({ guess }) => guess)
  return repeatedGuess(draft.trim(), guesses) === null ? draft : ''
}

export type Guessing = ReturnType<typeof useGuessing>
