import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { useState } from 'react'
import { KEY, local } from '../platform/storage.ts'

/** The attempt with the highest score; of equal ones the earliest. */
export function bestAttempt(attempts: readonly GuessAttempt[]): GuessAttempt | null {
  return attempts.reduce<GuessAttempt | null>(
    (best, attempt) => (best && best.similarityScore >= attempt.similarityScore ? best : attempt),
    null,
  )
}

/** The attempt to submit: the player's choice, which survives a reload, otherwise the best one. */
export function useChosenGuess(attempts: readonly GuessAttempt[]) {
  const [chosen, setChosen] = useState(() => local.get(KEY.bestGuessSelected))
  const selected = attempts.find(({ guess }) => guess === chosen) ?? bestAttempt(attempts)
  const choose = (attempt: GuessAttempt) => {
    local.set(KEY.bestGuessSelected, attempt.guess)
    local.set(KEY.bestGuessScore, String(attempt.similarityScore))
    setChosen(attempt.guess)
  }
  return { selected, choose }
}

/** Clears the choice at the end of a turn. */
export function forgetChosenGuess(): void {
  local.remove(KEY.bestGuessSelected)
  local.remove(KEY.bestGuessScore)
}
