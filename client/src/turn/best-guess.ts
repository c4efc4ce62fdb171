import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { useState } from 'react'
import { KEY, local } from '../platform/storage.ts'

/** The attempt with the highest score; the earlier one if equal. */
export function bestAttempt(attempts: readonly GuessAttempt[]): GuessAttempt | null {
  return attempts.reduce<GuessAttempt | null>(
    (best, attempt) => (best && best.similarityScore >= attempt.similarityScore ? best : attempt),
    null,
  )
}

/** The attempt to submit: the player's choice, otherwise the best one. Preserved over a reload. */
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

/** The choice belongs to one turn. */
export function forgetChosenGuess(): void {
  local.remove(KEY.bestGuessSelected)
  local.remove(KEY.bestGuessScore)
}
