import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { highestScore } from '@inkling/mock-server/rules/game/highest-score'
import { useState } from 'react'
import { KEY, local } from '../platform/storage.ts'

/** The attempt that counts if the player has not selected one. */
export const bestAttempt = (attempts: readonly GuessAttempt[]): GuessAttempt | null =>
  highestScore(attempts, ({ similarityScore }) => similarityScore) ?? null

/** The attempt to submit: the player's choice, which survives a reload, otherwise the best one. */
export function useChosenGuess() {
  const [chosen, setChosen] = useState(() => local.get(KEY.bestGuessSelected))
  const selectedOf = (attempts: readonly GuessAttempt[]) =>
    attempts.find(({ guess }) => guess === chosen) ?? bestAttempt(attempts)
  const choose = (attempt: GuessAttempt) => {
    local.set(KEY.bestGuessSelected, attempt.guess)
    local.set(KEY.bestGuessScore, String(attempt.similarityScore))
    setChosen(attempt.guess)
  }
  return { selectedOf, choose }
}

/** Clears the choice at the end of a turn. */
export function forgetChosenGuess(): void {
  local.remove(KEY.bestGuessSelected)
  local.remove(KEY.bestGuessScore)
}
