import { GUESS } from '@inkling/mock-server/contract/constants'
import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'

/** The attempts of the guessing steps of a chain by `stepIndex`, each in the order in which they were made. */
export type AttemptsByStep = ReadonlyMap<number, readonly GuessAttempt[]>

/** The first attempts of a way to divide them among the steps so far, and the breaks between the players. */
interface Division {
  /** How many attempts each step has. */
  readonly sizes: readonly number[]
  /** The sum of the times between the players, in ms. */
  readonly pauses: number
}

/**
 * Divides the attempts of results among the steps that they belong to, which they do not say: they are in the order of the
 * steps, an attempt that ended a turn is the last of its step, and each step has its own guess among its attempts. Where that
 * leaves a choice, another player begins after the longest pause: a drawing was made in between.
 * @returns null if no division fits, because something was removed
 */
export function attemptsByStep({ chain, guessAttempts }: GameResults): AttemptsByStep | null {
  const steps = chain.filter(({ content, hidden }) => content.guess !== undefined && hidden !== 'all')
  // By the number of attempts that the steps so far have.
  let divisions = new Map<number, Division>([[0, { sizes: [], pauses: 0 }]])
  for (const step of steps) {
    const next = new Map<number, Division>()
    for (const [from, { sizes, pauses }] of divisions) {
      const pause = from === 0 ? 0 : pauseBefore(guessAttempts, from)
      for (let size = 1; size <= GUESS.attempts; size++) {
        const own = guessAttempts.slice(from, from + size)
        if (own.length < size || own.slice(0, -1).some(endsTurn)) break
        if (!own.some(({ guess }) => guess === step.content.guess)) continue
        const known = next.get(from + size)
        const division = { sizes: [...sizes, size], pauses: pauses + pause }
        if (!known || known.pauses < division.pauses) next.set(from + size, division)
      }
    }
    divisions = next
  }
  const best = divisions.get(guessAttempts.length)
  if (!best) return null
  let from = 0
  return new Map(
    steps.map(({ stepIndex }, at) => {
      const own = guessAttempts.slice(from, from + (best.sizes[at] ?? 0))
      from += own.length
      return [stepIndex, own]
    }),
  )
}

const endsTurn = ({ isLocked, isCorrect }: GuessAttempt): boolean => isLocked || isCorrect

const pauseBefore = (attempts: readonly GuessAttempt[], at: number): number =>
  Date.parse(attempts[at]?.timestamp ?? '') - Date.parse(attempts[at - 1]?.timestamp ?? '') || 0

/** The guesses that a player tried in vain, without the one that stands in the chain. None of a step that is hidden. */
export function wrongTries(
  attempts: AttemptsByStep | null,
  { stepIndex, content, hidden }: GameResults['chain'][number],
): string[] {
  if (hidden !== undefined) return []
  const own = attempts?.get(stepIndex) ?? []
  return [...new Set(own.map(({ guess }) => guess))].filter((guess) => guess !== content.guess)
}
