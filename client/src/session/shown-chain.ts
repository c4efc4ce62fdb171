import type { EntryContent } from '@inkling/mock-server/contract/schemas/game'
import type { ChainStep, GameResults, ResultAttempt } from '@inkling/mock-server/contract/schemas/results'

/* Results as screens show them: every content is an object, and what the player does not want to see is veiled. */

/**
 * A step that the player has reported, or of a player they have blocked, has neutral content: the story, thumbnails and
 * shared pictures show that. `veiled` is what it hides, to show on request.
 */
export type ShownStep = ChainStep & { veiled?: EntryContent }

/** One white pixel. */
const WHITE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='

const DOTS = '\u2022\u00a0\u2022\u00a0\u2022'

/**
 * The whole results. A veiled guess also has dots where it is the final guess, and so have all attempts of its step; where a
 * server does not say whose attempts are whose, those that equal it.
 */
export function shownResults(results: GameResults): GameResults {
  const chain = shownChain(results.chain)
  const guesses = new Set(chain.map(({ veiled }) => veiled?.guess))
  const shown = (guess: string) => (guesses.has(guess) ? DOTS : guess)
  const veiledSteps = new Set(chain.flatMap(({ veiled, stepIndex }) => (veiled ? [stepIndex] : [])))
  const attempted = ({ guess, stepIndex }: ResultAttempt) => {
    if (stepIndex === undefined) return shown(guess)
    return veiledSteps.has(stepIndex) ? DOTS : guess
  }
  return {
    ...results,
    chain,
    finalGuess: results.finalGuess && shown(results.finalGuess),
    guessAttempts: results.guessAttempts.map((attempt) => ({ ...attempt, guess: attempted(attempt) })),
  }
}

export const shownChain = (chain: readonly ChainStep[]): ShownStep[] =>
  chain.map((step) => veiledStep({ ...step, content: contentOf(step) }))

function veiledStep(step: ChainStep): ShownStep {
  const { hidden, content, strokes: _, ...rest } = step
  if (hidden !== 'you' && hidden !== 'blocked') return step
  return {
    ...rest,
    hidden,
    ...(hidden === 'blocked' && { username: 'Blocked player', avatar: null }),
    content: content.drawing === undefined ? { guess: DOTS } : { drawing: WHITE },
    veiled: content,
  }
}

/** A step as a server may send it: its content is an object, a string, or fields of the step itself. */
interface SentStep extends EntryContent {
  type?: string
  content?: EntryContent | string | null
}

function contentOf({ type, content, drawing, guess }: SentStep): EntryContent {
  if (typeof content === 'string') {
    const isDrawing = type === undefined ? isPicture(content) : type === 'drawing'
    return isDrawing ? { drawing: content } : { guess: content }
  }
  return content ?? { ...(drawing && { drawing }), ...(guess && { guess }) }
}

/** Whether a string is a data URL or starts with a PNG signature in base64. */
const isPicture = (text: string): boolean => text.startsWith('data:image/') || text.startsWith('iVBORw0KGgo')
