import { linksOf } from '@inkling/mock-server/contract/chain-links'
import { type GameStatus, gameStatus, type PlayerStatus } from '@inkling/mock-server/contract/schemas/game'
import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { HistoryEntry } from '@inkling/mock-server/contract/schemas/user'
import { type GameDocument, scoreOf } from '../../commands/days/game-document.ts'

/* The games that the console shows, and how each kind of server describes them. */

export const PUBLIC_GAME = 'Public game'

export interface WatchedGame {
  readonly id: string
  readonly day: string
  /** The group's name or {@link PUBLIC_GAME}; in a player's history, the date. */
  readonly name: string
  /** Null if the server does not reveal it. */
  readonly word: string | null
  readonly status: GameStatus
  readonly players: readonly WatchedPlayer[]
  /** The player who holds the turn. */
  readonly turn: WatchedTurn | null
  readonly steps: readonly WatchedStep[]
  /** Null if the server does not report it. */
  readonly createdAt: string | null
  readonly completedAt: string | null
}

export interface WatchedTurn {
  readonly name: string
  readonly type: 'drawing' | 'guess'
  /** Null if the server does not report it. */
  readonly since: string | null
  readonly until: string | null
}

export interface WatchedPlayer {
  readonly userId: string
  readonly name: string
  readonly status: PlayerStatus
  /** When the turn was played or skipped. */
  readonly playedAt: string | null
}

export interface WatchedStep {
  readonly name: string
  readonly type: 'drawing' | 'guess'
  /** The prompt of a drawing, or the guess. */
  readonly said: string
  /** Null for a drawing. */
  readonly score: number | null
  readonly timeSpent: number
  /** When it was submitted; null if the server does not report it. */
  readonly at: string | null
  /** The key of its picture; null for a guess. */
  readonly picture: string | null
}

export interface Names {
  readonly users: ReadonlyMap<string, string>
  readonly groups: ReadonlyMap<string, string>
}

export function gameOfDocument(game: GameDocument, { users, groups }: Names): WatchedGame {
  const nameOf = (userId: string) => users.get(userId) ?? userId.slice(0, 8)
  let prompt = game.word
  const steps = game.entries.map((entry): WatchedStep => {
    const { type, userId, timeSpent, at, drawing, guess } = entry
    const isGuess = type === 'guess'
    if (isGuess) prompt = guess ?? prompt
    return {
      name: nameOf(userId),
      type,
      said: prompt,
      score: isGuess ? scoreOf(entry) : null,
      timeSpent,
      at: at ?? null,
      picture: isGuess ? null : (drawing ?? null),
    }
  })
  return {
    id: game.id,
    day: game.day,
    name:
      game.groupId === null ? PUBLIC_GAME : (groups.get(game.groupId) ?? `Group ${game.groupId.slice(0, 6)}`),
    word: game.word,
    status: gameStatus.parse(
      game.completedAt !== null ? 'completed' : game.turnsStarted > 0 ? 'active' : 'waiting',
    ),
    players: game.players.map(({ userId, status, playedAt }) => ({
      userId,
      name: nameOf(userId),
      status,
      playedAt: playedAt ?? null,
    })),
    turn: game.turn && {
      name: nameOf(game.turn.userId),
      type: game.turn.type,
      since: game.turn.startedAt,
      until: game.turn.expiresAt,
    },
    steps,
    createdAt: game.createdAt ?? null,
    completedAt: game.completedAt,
  }
}

/** A game from a player's history. Its chain is loaded on demand. */
export const gameOfHistory = ({ gameId, date, word, completed }: HistoryEntry): WatchedGame => ({
  id: gameId,
  day: date,
  name: date,
  word,
  status: completed ? 'completed' : 'active',
  players: [],
  turn: null,
  steps: [],
  createdAt: null,
  completedAt: null,
})

/** The steps of a chain. @param keyOf the key of a drawing's picture */
export const stepsOf = (
  chain: Pick<GameResults, 'word' | 'chain'>,
  keyOf: (step: ChainStep) => string,
): WatchedStep[] =>
  linksOf(chain).map(({ step, prompt }) => ({
    name: step.username,
    type: step.type === 'drawing' ? 'drawing' : 'guess',
    said: step.content.guess ?? prompt,
    score: step.type === 'drawing' ? null : (step.similarityScore ?? 0),
    timeSpent: step.timeSpent,
    at: null,
    picture: step.type === 'drawing' ? keyOf(step) : null,
  }))

/** The key of a picture without a hash. */
const pictureKey = (gameId: string, stepIndex: number): string => `${gameId}/${stepIndex}`

export function gameOfResults(results: GameResults, name: string): WatchedGame {
  return {
    id: results.gameId,
    day: results.date,
    name,
    word: results.word,
    status: 'completed',
    players: results.chain.map(({ userId, username }) => ({
      // Public results may have no ids.
      userId: userId ?? username,
      name: username,
      status: 'completed',
      playedAt: null,
    })),
    turn: null,
    steps: stepsOf(results, (step) => pictureKey(results.gameId, step.stepIndex)),
    createdAt: null,
    completedAt: null,
  }
}

/** The drawings of results under the keys of {@link gameOfResults}. */
export const picturesOfResults = ({ gameId, chain }: GameResults): [string, string][] =>
  chain.flatMap(({ stepIndex, content }) =>
    content.drawing === undefined ? [] : [[pictureKey(gameId, stepIndex), content.drawing] as const],
  ) as [string, string][]
