import type { ChainStep } from './schemas/results.ts'
import { tierOf } from './score-tiers.ts'

/** A step of the chain and what it followed. */
export interface Link<Step extends ChainStep = ChainStep> {
  step: Step
  /** The word or guess that was drawn; for a guess, the one behind the drawing, with which it was compared. */
  prompt: string
  /** The drawing that was guessed. */
  seen: string | null
  /** Whether this is the guess that was the furthest from its prompt. */
  wentWrong: boolean
}

/** The steps of a chain. A guess that was removed is no prompt, and a removed or veiled one never where it went wrong. */
export function linksOf<Step extends ChainStep>({
  word,
  chain,
}: {
  readonly word: string
  readonly chain: readonly Step[]
}): Link<Step>[] {
  const scores = chain.flatMap(({ similarityScore, hidden }) =>
    similarityScore === undefined || hidden !== undefined ? [] : [similarityScore],
  )
  const worst = Math.min(...scores)
  const wrong =
    tierOf('badge', worst) === 'grey'
      ? chain.find(({ similarityScore, hidden }) => similarityScore === worst && hidden === undefined)
      : undefined
  let prompt = word
  let seen: string | null = null
  return chain.map((step) => {
    const link = { step, prompt, seen, wentWrong: step === wrong }
    if (step.content.drawing !== undefined) seen = step.content.drawing
    if (step.content.guess !== undefined && step.hidden !== 'all') prompt = step.content.guess
    return link
  })
}
