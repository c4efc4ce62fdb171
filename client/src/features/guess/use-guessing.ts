import { GUESS } from '@inkling/mock-server/contract/constants'
import type { GuessAttempt, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useEffectEvent, useState } from 'react'
import { submitGuess } from '../../turn/turn-store.ts'
import { type GuessProblem, guessProblem } from './guess-problem.ts'
import { repeatedGuess } from './repeated-guess.ts'

/**
 * The rhythm of guessing: each result stands on the button for 2 s before it joins the list; one that ends the turn
 * locks the word for these 2 s, then calls `onDone`. A guess entered meanwhile waits for its turn.
 */
export function useGuessing(turn: TurnView, onDone: () => void) {
  const attempts = turn.currentAttempts
  const isLocked = attempts.some((attempt) => attempt.isLocked || attempt.isCorrect)
  // A turn that came back after a reload has nothing left to show before its summary.
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
      // Back into the field, unless something else was written there meanwhile.
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
    /** Takes what is written as a guess: now, or after the result that is shown. */
    enter,
    shown,
    /** Waits for the result that is shown to go. */
    queued,
    /** The earlier guess that the last entered one repeats. */
    repeated,
    /** Those whose result has left the button. */
    listed: shown ? attempts.slice(0, -1) : attempts,
    isBusy,
    isLocked,
    problem,
    complain: setProblem,
  }
}

export type Guessing = ReturnType<typeof useGuessing>
