import { GUESS } from '@inkling/mock-server/contract/constants'
import type { GuessAttempt, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useEffectEvent, useState } from 'react'
import { submitGuess } from '../../turn/turn-store.ts'
import { type GuessProblem, guessProblem } from './guess-problem.ts'
import { repeatedGuess } from './repeated-guess.ts'

/**
 * The timing of guesses: each result is shown on the button for 2 s before it joins the list. One that ends the turn
 * locks the word for these 2 s and then calls `onDone`. A guess entered meanwhile is queued.
 */
export function useGuessing(turn: TurnView, onDone: () => void) {
  const attempts = turn.currentAttempts
  const isLocked = attempts.some((attempt) => attempt.isLocked || attempt.isCorrect)
  // A turn restored after a reload goes directly to its summary.
  const [wasLocked] = useState(isLocked)
  const [text, setText] = useState('')
  const [shown, setShown] = useState<GuessAttempt | null>(null)
  const [sending, setSending] = useState<string | null>(null)
  const [queued, setQueued] = useState<string | null>(null)
  const [repeated, setRepeated] = useState<string | null>(null)
  const [problem, setProblem] = useState<GuessProblem | null>(null)
  const isBusy = sending !== null || shown !== null

  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), GUESS.resultMs)
    return () => clearTimeout(timer)
  }, [shown])

  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (!isLocked) return
    const timer = setTimeout(() => done(), wasLocked ? 0 : GUESS.resultMs)
    return () => clearTimeout(timer)
  }, [isLocked, wasLocked])

  const send = async (guess: string) => {
    setSending(guess)
    setProblem(null)
    try {
      const { attempt } = await submitGuess(guess)
      setShown(attempt)
    } catch (failure) {
      setProblem(guessProblem(failure))
      // Puts the guess back into the field, unless something else was typed.
      setText((now) => now || guess)
      setQueued(null)
    }
    setSending(null)
  }
  const sendQueued = useEffectEvent((guess: string) => {
    setQueued(null)
    if (!isLocked) void send(guess)
  })
  useEffect(() => {
    if (!isBusy && queued !== null) sendQueued(queued)
  }, [isBusy, queued])

  const write = (next: string) => {
    setText(next)
    setRepeated(null)
  }
  const enter = () => {
    const guess = text.trim()
    if (guess === '' || isLocked) return
    const earlier = [...attempts.map((attempt) => attempt.guess), sending, queued]
    const same = repeatedGuess(
      guess,
      earlier.filter((one) => one !== null),
    )
    setRepeated(same)
    if (same !== null) return
    setText('')
    if (isBusy) setQueued(guess)
    else void send(guess)
  }

  return {
    text,
    write,
    /** Submits the typed guess now, or after the result that is being shown. */
    enter,
    shown,
    /** The guess that waits until the current result disappears. */
    queued,
    /** The earlier guess that the last entered one repeats. */
    repeated,
    /** Attempts whose result is no longer on the button. */
    listed: shown ? attempts.slice(0, -1) : attempts,
    isBusy,
    isLocked,
    problem,
    complain: setProblem,
  }
}

export type Guessing = ReturnType<typeof useGuessing>
