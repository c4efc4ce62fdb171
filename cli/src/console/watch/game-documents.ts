import { gameStatus, playerStatus, turnType } from '@inkling/mock-server/contract/schemas/game'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import type { HistoryEntry } from '@inkling/mock-server/contract/schemas/user'
import * as z from 'zod/mini'
import { PUBLIC_GAME, type WatchedGame, type WatchedStep } from './watched.ts'

const attempt = z.looseObject({ guess: z.string(), score: z.number() })
const entry = z.looseObject({
  type: turnType,
  userId: z.string(),
  timeSpent: z.number(),
  at: z.optional(z.string()),
  drawing: z.optional(z.string()),
  strokes: z.optional(z.nullable(z.string())),
  guess: z.optional(z.string()),
  attempts: z.optional(z.array(attempt)),
})

/** The fields of a reference server's game documents that the console shows. */
const gameDocument = z.looseObject({
  id: z.string(),
  groupId: z.nullable(z.string()),
  day: z.string(),
  word: z.string(),
  createdAt: z.optional(z.string()),
  completedAt: z.nullable(z.string()),
  turnsStarted: z.number(),
  players: z.array(
    z.looseObject({
      userId: z.string(),
      status: playerStatus,
      playedAt: z.optional(z.nullable(z.string())),
    }),
  ),
  turn: z.nullable(z.looseObject({ userId: z.string(), type: turnType })),
  entries: z.array(entry),
})
export type GameDocument = z.infer<typeof gameDocument>

/** Null if the document does not have the expected fields. */
export function readGame(document: unknown): GameDocument | null {
  const read = gameDocument.safeParse(document)
  return read.success ? read.data : null
}

export interface Names {
  readonly users: ReadonlyMap<string, string>
  readonly groups: ReadonlyMap<string, string>
}

export function gameOfDocument(game: GameDocument, { users, groups }: Names): WatchedGame {
  const nameOf = (userId: string) => users.get(userId) ?? userId.slice(0, 8)
  let prompt = game.word
  const steps = game.entries.map(({ type, userId, timeSpent, at, drawing, guess, attempts }): WatchedStep => {
    const isGuess = type === 'guess'
    if (isGuess) prompt = guess ?? prompt
    return {
      name: nameOf(userId),
      type,
      said: prompt,
      score: isGuess ? (attempts?.find((each) => each.guess === guess)?.score ?? 0) : null,
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
    turn: game.turn && { name: nameOf(game.turn.userId), type: game.turn.type },
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

/** The key of a picture without a hash. */
const pictureKey = (gameId: string, stepIndex: number): string => `${gameId}/${stepIndex}`

export function gameOfResults(results: GameResults, name: string): WatchedGame {
  let prompt = results.word
  return {
    id: results.gameId,
    day: results.date,
    name,
    word: results.word,
    status: 'completed',
    players: results.chain.map(({ userId, username }) => ({
      userId,
      name: username,
      status: 'completed',
      playedAt: null,
    })),
    turn: null,
    steps: results.chain.map(({ stepIndex, type, username, content, similarityScore, timeSpent }) => {
      prompt = content.guess ?? prompt
      return {
        name: username,
        type: type === 'drawing' ? 'drawing' : 'guess',
        said: prompt,
        score: type === 'drawing' ? null : (similarityScore ?? 0),
        timeSpent,
        at: null,
        picture: type === 'drawing' ? pictureKey(results.gameId, stepIndex) : null,
      }
    }),
    createdAt: null,
    completedAt: null,
  }
}

/** The drawings of results under the keys of {@link gameOfResults}. */
export const picturesOfResults = ({ gameId, chain }: GameResults): [string, string][] =>
  chain.flatMap(({ stepIndex, content }) =>
    content.drawing === undefined ? [] : [[pictureKey(gameId, stepIndex), content.drawing] as const],
  ) as [string, string][]

/** The strokes of the drawings in results, by the same keys. */
export const strokesOfResults = ({ gameId, chain }: GameResults): [string, readonly Stroke[]][] =>
  chain.flatMap(({ stepIndex, strokes }): [string, readonly Stroke[]][] =>
    strokes === undefined ? [] : [[pictureKey(gameId, stepIndex), strokes]],
  )
