import { linksOf } from '@inkling/mock-server/contract/chain-links'
import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { type AttemptsByStep, attemptsByStep } from './tries.ts'

/** A table prize: one kind line about one player. */
export interface Prize {
  /** Such as "Farthest off". */
  readonly title: string
  /** What it is for, such as "slipper" or "9 s"; null if the title says it. */
  readonly detail: string | null
  readonly step: ChainStep
}

/** Fewer players are no table. */
const MIN_PLAYERS = 3

/**
 * The table prizes of a chain, in its order: at most one for each player, and one for everybody if the chain has three
 * players or more. They follow from the results alone. The house wins nothing, and nothing hidden is named.
 */
export function prizesOf(results: GameResults): Prize[] {
  const chain = results.chain.filter(({ hidden, house }) => hidden === undefined && !house)
  if (chain.length < MIN_PLAYERS) return []
  const attempts = attemptsByStep(results)
  const won = new Map<number, Prize>()
  for (const prize of contests(results, chain, attempts)) {
    if (prize && !won.has(prize.step.stepIndex)) won.set(prize.step.stepIndex, prize)
  }
  const others = chain.filter(({ stepIndex }) => !won.has(stepIndex))
  for (const prize of consolations(others, attempts)) won.set(prize.step.stepIndex, prize)
  return [...won.values()].sort((a, b) => a.step.stepIndex - b.step.stepIndex)
}

/** One line, such as "Farthest off: slipper (Ravi)". */
export const prizeText = ({ title, detail, step }: Prize): string =>
  detail === null
    ? `${title}: ${isolatedName(step.username)}`
    : `${title}: ${detail} (${isolatedName(step.username)})`

/** The prizes that one player wins over the others, the funniest first. Undefined where nobody qualifies. */
function contests(
  results: GameResults,
  chain: readonly ChainStep[],
  attempts: AttemptsByStep | null,
): (Prize | undefined)[] {
  const guesses = chain.filter(({ content }) => content.guess !== undefined)
  const drawings = chain.filter(({ content }) => content.drawing !== undefined)
  const right = guesses.filter(({ similarityScore }) => similarityScore === 100)
  return [
    farthestOff(attempts, guesses),
    drift(results),
    rescue(results, attempts, right),
    best(
      right,
      ({ timeSpent }) => -timeSpent,
      (step) => prize('Quickest eye', seconds(step), step),
    ),
    best(
      drawings,
      ({ timeSpent }) => timeSpent,
      (step) => prize('Most patient pen', seconds(step), step),
    ),
    best(
      drawings,
      ({ timeSpent }) => -timeSpent,
      (step) => prize('Quickest pen', seconds(step), step),
    ),
    best(
      drawings,
      ({ strokes }) => strokes?.length ?? 0,
      (step) => (step.strokes ? prize('Most strokes', String(step.strokes.length), step) : undefined),
    ),
  ]
}

/** The wrong guess that was the furthest from what was drawn. */
function farthestOff(attempts: AttemptsByStep | null, guesses: readonly ChainStep[]): Prize | undefined {
  const wrong = guesses.flatMap((step) =>
    (attempts?.get(step.stepIndex) ?? [])
      .filter(({ isCorrect }) => !isCorrect)
      .map(({ guess, similarityScore }) => ({ step, guess, similarityScore })),
  )
  return best(
    wrong,
    ({ similarityScore }) => -similarityScore,
    ({ step, guess }) => prize('Farthest off', guess, step),
  )
}

/** The guess at which the chain went wrong. */
function drift(results: GameResults): Prize | undefined {
  const step = linksOf(results).find(({ wentWrong }) => wentWrong)?.step
  return step && !step.house ? prize('Boldest turn', step.content.guess ?? null, step) : undefined
}

/** Who got the word of the day right after the most tries. */
function rescue(
  results: GameResults,
  attempts: AttemptsByStep | null,
  right: readonly ChainStep[],
): Prize | undefined {
  const prompts = new Map(linksOf(results).map(({ step, prompt }) => [step.stepIndex, prompt]))
  const tries = ({ stepIndex }: ChainStep) => attempts?.get(stepIndex)?.length ?? 1
  return best(
    right.filter((step) => tries(step) > 1 && prompts.get(step.stepIndex) === results.word),
    tries,
    (step) => prize(`Saved the ${results.word}`, null, step),
  )
}

const PENS = ['Bravest pen', 'Steadiest hand', 'Finest line', 'Own style']
const IMAGINATIONS = ['Best imagination', 'Freshest eye', 'Own way of seeing']

/** For those without another prize: what is true of several of them, then kind words in turn. */
function consolations(others: readonly ChainStep[], attempts: AttemptsByStep | null): Prize[] {
  let pens = 0
  let imaginations = 0
  const inTurn = (titles: readonly string[], at: number) => titles[at % titles.length] as string
  return others.map((step) => {
    const { guess } = step.content
    if (guess === undefined) return prize(inTurn(PENS, pens++), null, step)
    if (step.similarityScore !== 100) return prize(inTurn(IMAGINATIONS, imaginations++), guess, step)
    const tries = attempts?.get(step.stepIndex)?.length ?? 0
    const title = tries === 1 ? 'Right at once' : tries > 1 ? 'Never gave up' : 'Sharp eye'
    return prize(title, guess, step)
  })
}

const prize = (title: string, detail: string | null, step: ChainStep): Prize => ({ title, detail, step })

/** The prize for the first of the candidates with the highest value. */
function best<T>(
  candidates: readonly T[],
  value: (candidate: T) => number,
  award: (candidate: T) => Prize | undefined,
): Prize | undefined {
  const [first, ...others] = candidates
  if (first === undefined) return undefined
  return award(others.reduce((top, each) => (value(each) > value(top) ? each : top), first))
}

const MINUTE = 60

/** Such as "9 s" or "2 min 5 s". */
function seconds({ timeSpent }: ChainStep): string {
  const whole = Math.max(1, Math.round(timeSpent))
  if (whole < MINUTE) return `${whole} s`
  const rest = whole % MINUTE
  return `${Math.floor(whole / MINUTE)} min${rest > 0 ? ` ${rest} s` : ''}`
}
