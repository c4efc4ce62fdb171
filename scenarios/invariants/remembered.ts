import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'

/** A turn that the server has acknowledged, as its player remembers it. */
export interface Remembered {
  readonly userId: string
  readonly type: 'drawing' | 'guess'
  /** What was to be drawn, or the final guess. */
  readonly text: string
}

/*
 * Rules that hold for what a server sends to a player, whatever its own documents say. Each broken rule is a sentence.
 */

/** Checks today's game as a player sees it. @param own the player's turn in it; undefined before it is acknowledged */
export function brokenInToday(today: Today, own: Remembered | undefined): string[] {
  const { participants, currentTurn, yourStatus, yourSubmission, gameId } = today
  if (gameId === null) return []
  const playing = participants.filter(({ status }) => status === 'playing')
  const ids = participants.map(({ userId }) => userId)
  const isStored =
    own === undefined ||
    (yourStatus === 'completed' &&
      (own.type === 'drawing' ? yourSubmission?.drawing !== undefined : isGuess(yourSubmission, own.text)))
  return sentences(gameId, [
    [playing.length <= 1, `a player is shown ${playing.length} players who hold the turn`],
    [
      (currentTurn === null) === (playing.length === 0) &&
        (currentTurn === null || currentTurn.userId === playing[0]?.userId),
      'the turn that a player is shown is not that of the one who is playing',
    ],
    [new Set(ids).size === ids.length, 'a player is shown a participant twice'],
    [isStored, 'a turn that was acknowledged is not there for its player'],
  ])
}

/** A guess that was hidden is shown to its author without its text. */
const isGuess = (shown: Today['yourSubmission'], guess: string): boolean =>
  shown !== null && (shown.hidden !== undefined || shown.review !== undefined || shown.guess === guess)

/** Checks the results of a game as a player sees them. @param userId the player */
export function brokenInResults(
  { gameId, word, finalGuess, similarityScore, chain }: GameResults,
  userId: string,
  own: Remembered | undefined,
): string[] {
  const authors = chain.flatMap((step) => step.userId ?? [])
  const mine = chain.find((step) => step.userId === userId)
  const isWhole = chain.every(({ hidden }) => hidden === undefined)
  const guesses = chain.flatMap(({ content }) => content.guess ?? [])
  const isOfType = mine?.type === (own?.type === 'drawing' ? 'drawing' : 'guessing')
  const isTheirs = own === undefined || (mine !== undefined && isOfType && isSame(mine, own))
  // What is hidden counts as skipped for what comes after it, so that the order says nothing.
  const ofWholeChain: [boolean, string][] = isWhole
    ? [
        [
          chain.every(({ type }, at) => type === (at % 2 === 0 ? 'drawing' : 'guessing')),
          'drawings and guesses do not take turns',
        ],
        [finalGuess === (guesses.at(-1) ?? null), 'the final guess is not the last one of the chain'],
        [
          chain.every((step, at) => isScored(step, promptAt(chain, at, word))),
          'a guess that is the prompt has not the score 100',
        ],
        [
          finalGuess === null || !isEqual(finalGuess, word) || similarityScore === 100,
          'the word came through, but the score is not 100',
        ],
        [
          own?.type !== 'drawing' ||
            isEqual(promptAt(chain, chain.indexOf(mine as ChainStep), word), own.text),
          'what a player was given to draw is not what comes before it',
        ],
      ]
    : []
  return sentences(gameId, [
    [new Set(authors).size === authors.length, 'the results show two entries of a player'],
    [
      chain.every(({ stepIndex }, at) => stepIndex === at),
      'the steps of the results are not numbered in order',
    ],
    [isTheirs, 'a turn that was acknowledged is not in the results'],
    ...(isTheirs ? ofWholeChain : []),
  ])
}

const isSame = ({ content, hidden }: ChainStep, { type, text }: Remembered): boolean =>
  hidden !== undefined || (type === 'drawing' ? content.drawing !== undefined : content.guess === text)

/** What a step was given: for a drawing its text, for a guess that of the drawing before it. */
const promptAt = (chain: readonly ChainStep[], at: number, word: string): string =>
  chain.slice(0, Math.max(0, at)).findLast(({ content }) => content.guess !== undefined)?.content.guess ??
  word

const isScored = ({ content, similarityScore }: ChainStep, prompt: string): boolean =>
  content.guess === undefined || !isEqual(content.guess, prompt) || similarityScore === 100

const isEqual = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (text: string): string => text.trim().toLowerCase()

const sentences = (id: string, checks: readonly [holds: boolean, sentence: string][]): string[] =>
  checks.flatMap(([holds, sentence]) => (holds ? [] : [`game ${id}: ${sentence}`]))
