import { createHash } from 'node:crypto'
import type { EntryContent } from '@inkling/mock-server/contract/schemas/game'
import type { StepReactions } from '@inkling/mock-server/contract/schemas/reactions'
import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { History } from '@inkling/mock-server/contract/schemas/user'
import type { RememberedPlayer, RememberedTurn } from './memory.ts'
import { bestOf, broken, isHiddenWell, type Rules, TIMED_OUT } from './today-rules.ts'

/*
 * Rules that hold for what a server sends of games that are over. Each broken rule is a sentence.
 */

/** Checks the results of a game as a player sees them. */
export function brokenInResults(
  { gameId, word, finalGuess, similarityScore, chain }: GameResults,
  { userId, turns, passed }: Pick<RememberedPlayer, 'userId' | 'turns' | 'passed'>,
): string[] {
  const own = turns.get(gameId)
  const authors = chain.flatMap((step) => step.userId ?? [])
  const mine = chain.find((step) => step.userId === userId)
  const guesses = chain.flatMap(({ content }) => content.guess ?? [])
  const isTheirs = own === undefined || isTurn(mine, own)
  const ofAny: Rules = {
    'the results show two entries of a player': new Set(authors).size === authors.length,
    'the steps of the results are not numbered in order': chain.every(
      ({ stepIndex }, at) => stepIndex === at,
    ),
    [own?.submitted === null ? TIMED_OUT : 'a turn that was acknowledged is not in the results']: isTheirs,
    'the results show an entry of a player who has passed': !passed.has(gameId) || mine === undefined,
    'a hidden entry reaches those who see the results': chain.every(
      (step) => isHiddenWell(step.content, step.hidden) && !(step.hidden === 'all' && step.strokes),
    ),
  }
  // What is hidden counts as skipped for what comes after it, so that the order says nothing.
  if (!isTheirs || chain.some(({ hidden }) => hidden !== undefined)) return broken(gameId, ofAny)
  return broken(gameId, {
    ...ofAny,
    'drawings and guesses do not take turns': chain.every(
      ({ type }, at) => type === (at % 2 === 0 ? 'drawing' : 'guessing'),
    ),
    'the final guess is not the last one of the chain': finalGuess === (guesses.at(-1) ?? null),
    'a guess that is the prompt has not the score 100': chain.every((step, at) =>
      isScored(step, promptAt(chain, at, word)),
    ),
    'the word came through, but the score is not 100':
      finalGuess === null || !isEqual(finalGuess, word) || similarityScore === 100,
    'what a player was given to draw is not what comes before it':
      !mine || own?.word == null || isEqual(promptAt(chain, chain.indexOf(mine), word), own.word),
  })
}

/** Whether a step is the turn, or what the turn has left when it ran out of time. */
function isTurn(step: ChainStep | undefined, { type, submitted, attempts }: RememberedTurn): boolean {
  if (submitted === null && attempts.length === 0) return step === undefined
  if (step?.type !== (type === 'drawing' ? 'drawing' : 'guessing')) return false
  const guesses = submitted === null ? bestOf(attempts) : [submitted]
  return (
    step.hidden !== undefined ||
    (type === 'drawing' ? step.content.drawing !== undefined : guesses.includes(step.content.guess ?? ''))
  )
}

/** What a step was given: for a drawing its text, for a guess that of the drawing before it. */
const promptAt = (chain: readonly ChainStep[], at: number, word: string): string =>
  chain.slice(0, Math.max(0, at)).findLast(({ content }) => content.guess !== undefined)?.content.guess ??
  word

const isScored = ({ content, similarityScore }: ChainStep, prompt: string): boolean =>
  content.guess === undefined || !isEqual(content.guess, prompt) || similarityScore === 100

const isEqual = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (text: string): string => text.trim().toLowerCase()

/** What all who see the results of a game see alike: its word and score, and of each step its type, author and content. */
export interface SeenResults {
  readonly word: string
  readonly similarityScore: number
  readonly steps: readonly {
    readonly type: string
    readonly userId: string | null
    readonly content: string
    readonly isHidden: boolean
  }[]
}

export const seenResults = ({ word, similarityScore, chain }: GameResults): SeenResults => ({
  word,
  similarityScore,
  steps: chain.map(({ type, userId, content, hidden }) => {
    return { type, userId, content: fingerprint(content), isHidden: hidden === 'all' }
  }),
})

const fingerprint = ({ drawing, guess }: EntryContent): string =>
  createHash('sha256')
    .update(guess ?? drawing ?? '')
    .digest('base64')

/**
 * Checks results against those that were seen before, by whichever player or by strangers.
 * @param areTogether whether both were seen at the same moment
 */
export function brokenSinceResults(
  id: string,
  before: SeenResults,
  now: SeenResults,
  areTogether: boolean,
): string[] {
  const pairs = before.steps.map((step, at) => [step, now.steps[at]] as const)
  return broken(id, {
    'the word or the score of a game has changed':
      before.word === now.word && before.similarityScore === now.similarityScore,
    'an entry of the chain was changed or removed':
      before.steps.length === now.steps.length &&
      pairs.every(
        ([one, other]) =>
          one.isHidden || other?.isHidden || (one.type === other?.type && one.content === other.content),
      ),
    'an entry that is hidden for all is shown to some':
      !areTogether || pairs.every(([one, other]) => one.isHidden === other?.isHidden),
  })
}

/** Checks the public results of somebody without a token. */
export const brokenInPublic = ({ gameId, chain }: GameResults): string[] =>
  broken(gameId, {
    'strangers are shown the ids of players': chain.every(({ userId }) => userId === null),
  })

/**
 * Checks the reactions to a game against those that its players remember.
 * @param others how many of its players are not among them
 */
export function brokenInReactions(
  { gameId, stepReactions }: { readonly gameId: string; readonly stepReactions: readonly StepReactions[] },
  { userId }: Pick<RememberedPlayer, 'userId'>,
  players: readonly RememberedPlayer[],
  others: number,
): string[] {
  const shown = stepReactions.flatMap(({ stepIndex, reactions }) =>
    reactions.map((each) => ({ stepIndex, ...each })),
  )
  const given = players.flatMap(({ userId: by, reactions }) =>
    [...(reactions.get(gameId) ?? [])].map(([stepIndex, reactionType]) => ({ by, stepIndex, reactionType })),
  )
  const same = (one: Reacted, other: Reacted) =>
    one.stepIndex === other.stepIndex && one.reactionType === other.reactionType
  return broken(gameId, {
    'a reaction that was acknowledged is not there': given.every((each) =>
      shown.some((other) => same(each, other)),
    ),
    'the count of a reaction is not the number of players who reacted': shown.every(({ count, ...each }) => {
      const { length } = given.filter((other) => same(each, other))
      return count >= length && count <= length + others
    }),
    'a player is shown another reaction of theirs than they gave': shown.every(
      (each) => each.hasUserReacted === given.some((other) => other.by === userId && same(each, other)),
    ),
    'more players are named with a reaction than have reacted': shown.every(
      ({ count, recentReactors }) => recentReactors.length <= Math.min(3, count),
    ),
  })
}

interface Reacted {
  readonly stepIndex: number
  readonly reactionType: string
}

/** Checks a page of a player's history against the turns that they remember. @param results those of a game in it */
export function brokenInHistory(
  { entries, nextBefore }: History,
  { turns, passed }: Pick<RememberedPlayer, 'turns' | 'passed'>,
  { gameId, word, date }: Pick<GameResults, 'gameId' | 'word' | 'date'>,
): string[] {
  const entry = entries.find((each) => each.gameId === gameId)
  const ids = entries.map((each) => each.gameId)
  const own = turns.get(gameId)
  const isOwn = own !== undefined && (own.submitted !== null || own.attempts.length > 0)
  const guesses = own?.submitted == null ? bestOf(own?.attempts ?? []) : [own.submitted]
  const isPlayed = ({ type, content }: NonNullable<typeof entry>['myEntries'][number]) =>
    type === own?.type && (type === 'drawing' || content === 'removed' || guesses.includes(content))
  const isOnPage = nextBefore === null || date >= nextBefore
  return broken(gameId, {
    'the history shows a game twice': new Set(ids).size === ids.length,
    'the history is not in the order of the days': entries.every(
      ({ date }, at) => at === 0 || date <= (entries[at - 1]?.date ?? date),
    ),
    'the history shows the word of an open game': entries.every(
      (each) => each.completed || each.word === null,
    ),
    'the history shows another word than the results': entry === undefined || entry.word === word,
    'a turn that was acknowledged is not in the history':
      !isOwn || !isOnPage || entry?.myEntries.some(isPlayed) === true,
    'the history shows an entry that the player did not make':
      isOwn || !passed.has(gameId) || !entry || entry.myEntries.length === 0,
  })
}
