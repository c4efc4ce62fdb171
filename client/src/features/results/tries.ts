import type { ChainStep, GameResults, ResultAttempt } from '@inkling/mock-server/contract/schemas/results'

/** The attempts of the guessing steps of a chain by `stepIndex`, each in the order in which they were made. */
export type AttemptsByStep = ReadonlyMap<number, readonly ResultAttempt[]>

/** The attempts of results by step; null if the server does not say which step they belong to. */
export function attemptsByStep({ guessAttempts }: Pick<GameResults, 'guessAttempts'>): AttemptsByStep | null {
  const byStep = new Map<number, ResultAttempt[]>()
  for (const attempt of guessAttempts) {
    if (attempt.stepIndex === undefined) return null
    const own = byStep.get(attempt.stepIndex)
    if (own) own.push(attempt)
    else byStep.set(attempt.stepIndex, [attempt])
  }
  return byStep
}

/** The guesses that a player tried in vain, without the one that stands in the chain. None of a step that is hidden. */
export function wrongTries(
  attempts: AttemptsByStep | null,
  { stepIndex, content, hidden }: ChainStep,
): string[] {
  if (hidden !== undefined) return []
  const own = attempts?.get(stepIndex) ?? []
  return [...new Set(own.map(({ guess }) => guess))].filter((guess) => guess !== content.guess)
}
