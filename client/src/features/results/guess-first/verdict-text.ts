import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { isolatedName } from '../../../session/names/isolated-name.ts'
import { attemptsByStep } from '../tries.ts'

/** How a visitor did: after how many tries they had the word; null if they did not. */
export type Own = number | null

/** Compares a visitor who guessed the first drawing with the player who guessed it first. */
export function verdictText(results: GameResults, own: Own): string {
  const step = results.chain.find(({ content, hidden }) => content.guess !== undefined && !hidden)
  const attempts = step && attemptsByStep(results)?.get(step.stepIndex)
  if (!step) return own === null ? '' : 'You are the first: nobody else has guessed it.'
  const name = isolatedName(step.username)
  const at = attempts?.findIndex(({ isCorrect }) => isCorrect) ?? -1
  if (at < 0) {
    const taken = `${name} took it for “${step.content.guess}”`
    return own === null ? `${taken}.` : `You beat them: ${taken}!`
  }
  const theirs = at + 1
  const got = `${name} got it on try ${theirs}`
  if (own === null) return `${got}.`
  if (own < theirs) return `You beat them: ${got}.`
  return own === theirs ? `A tie: ${got}, too.` : `${got}.`
}
