import { GUESS } from '@inkling/mock-server/contract/constants'
import type { GuessAttempt, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { useEffect, useEffectEvent, useState } from 'react'
import { submitErrorText, submitGuess } from '../../turn/turn-store.ts'

/**
 * The rhythm of guessing: each result stands on the button for 2 s before it joins the list; one that ends the turn
 * locks the word for these 2 s, then calls `onDone`.
 */
export function useGuessing(turn: TurnView, onDone: () => void) {
  const attempts = turn.currentAttempts
  const isLocked = attempts.some((attempt) => attempt.isLocked || attempt.isCorrect)
  // A turn that came back after a reload has nothing left to show before its summary.
  const [wasLocked] = useState(isLocked)
  const [shown, setShown] = useState<GuessAttempt | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

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

  const guess = async (text: string): Promise<boolean> => {
    if (text === '' || isBusy || isLocked) return false
    setBusy(true)
    setError(null)
    try {
      const { attempt } = await submitGuess(text)
      setShown(attempt)
      return true
    } catch (failure) {
      setError(submitErrorText(failure, 'Failed to submit guess'))
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    guess,
    shown,
    /** Those whose result has left the button. */
    listed: shown ? attempts.slice(0, -1) : attempts,
    isBusy: isBusy || shown !== null,
    isLocked,
    error,
    complain: setError,
  }
}
