import type { EntryContent, Today } from '@inkling/mock-server/contract/schemas/game'
import type { ChainStep } from '@inkling/mock-server/contract/schemas/results'
import type { Blocks } from '@inkling/mock-server/contract/schemas/safety'
import { HIDDEN_PICTURE } from '@inkling/mock-server/picture/hidden-picture'
import { type Entry, entryBefore, type Game } from '@inkling/mock-server/rules/game/game'

/** Checks the rules that hold for every game at all times. Returns each broken rule as a sentence. */
export function brokenInvariants(game: Game): string[] {
  const { players, turn, entries, completedAt } = game
  const playing = players.filter(({ status }) => status === 'playing')
  const authors = entries.map(({ userId }) => userId)
  const wrongType = entries.findIndex(
    ({ type }, at) => type !== (entryBefore(game, at)?.type === 'drawing' ? 'guess' : 'drawing'),
  )
  const completed = players.filter(({ status }) => status === 'completed')
  const checks: [holds: boolean, sentence: string][] = [
    [playing.length <= 1, `${playing.length} players hold the turn`],
    [
      (turn === null) === (playing.length === 0),
      'there is a turn without a playing player, or a playing player without a turn',
    ],
    [turn === null || playing[0]?.userId === turn.userId, 'the turn does not belong to the playing player'],
    [new Set(authors).size === authors.length, 'a player has two entries in the chain'],
    [new Set(players.map(({ userId }) => userId)).size === players.length, 'a player is in the game twice'],
    [wrongType < 0, `entry ${wrongType} of the chain is of the wrong type`],
    [
      completed.every(({ userId }) => authors.includes(userId)),
      'a player has completed a turn without an entry',
    ],
    [completedAt === null || playing.length === 0, 'the game is over, but a player is playing'],
  ]
  return brokenOf(game.id, checks)
}

/** Checks the rules between two states of a game, for example that entries never change. */
export function brokenHistory(before: Game, after: Game): string[] {
  const entriesStay = before.entries.every(({ turnId, type }, at) => {
    const now = after.entries[at]
    return now?.turnId === turnId && now.type === type
  })
  const hasPlayed = before.players.filter(({ status }) => status === 'completed' || status === 'skipped')
  const checks: [holds: boolean, sentence: string][] = [
    [after.word === before.word, 'the word has changed'],
    [entriesStay, 'an entry of the chain was changed or removed'],
    [before.completedAt === null || after.completedAt !== null, 'a completed game is open again'],
    [
      hasPlayed.every(
        ({ userId, status }) => after.players.find((each) => each.userId === userId)?.status === status,
      ),
      'the status of a player who had played has changed',
    ],
  ]
  return brokenOf(after.id, checks)
}

/** Checks that nothing leaks: before their own turn, players see neither the word nor an entry. */
export function leaks(today: Today): string[] {
  if (today.yourStatus !== 'pending') return []
  return brokenOf(today.gameId ?? 'of today', [
    [today.word === null, 'a waiting player is shown the word'],
    [today.yourPreviousEntry === null, 'a waiting player is shown an entry of the chain'],
  ])
}

/** Checks that what is hidden for all reaches a player only as a placeholder. @param userId the player */
export function hiddenInToday(game: Game, today: Today, userId: string): string[] {
  const own = game.entries.findIndex((entry) => entry.userId === userId)
  const holds = game.turn?.userId === userId
  const place = own < 0 && holds ? game.entries.length : own
  if (place < 0) return []
  const guesses = (areHidden: boolean) =>
    game.entries.flatMap((entry) =>
      entry.type === 'guess' && (entry.hiddenAt !== undefined) === areHidden ? [entry.guess] : [],
    )
  const { word } = today
  const mayBeSeen = word === null || word === game.word || guesses(false).includes(word)
  return brokenOf(game.id, [
    [mayBeSeen || !guesses(true).includes(word), 'a hidden guess reaches a player as the prompt'],
    [isHiddenWell(game.entries[own], today.yourSubmission), 'a hidden entry reaches its author'],
    [
      isHiddenWell(entryBefore(game, place), today.yourPreviousEntry),
      'a hidden entry reaches the player who was given it',
    ],
  ])
}

/** Checks the same for results. */
export const hiddenInResults = (game: Game, chain: readonly ChainStep[]): string[] =>
  brokenOf(game.id, [
    [
      chain.every(({ stepIndex, content, strokes, hidden }) => {
        const entry = game.entries[stepIndex]
        const isMarked = hidden === 'all' && strokes === undefined
        return entry?.hiddenAt === undefined || (isMarked && isHiddenWell(entry, content))
      }),
      'a hidden entry reaches those who see the results',
    ],
  ])

function isHiddenWell(entry: Entry | undefined, content: EntryContent | null): boolean {
  if (entry?.hiddenAt === undefined || !content) return true
  return content.drawing === undefined ? content.guess === 'removed' : content.drawing === HIDDEN_PICTURE
}

/** Checks that a player has not come into one public game with somebody whom they had blocked before. */
export function sharedWithBlocked(game: Game, { blocks }: Blocks, userId: string): string[] {
  const joinedAt = (id: string) => game.players.find((player) => player.userId === id)?.joinedAt
  const own = joinedAt(userId)
  const isShared = blocks.some(({ userId: blocked, since }) => {
    const theirs = joinedAt(blocked)
    return own !== undefined && theirs !== undefined && (since < own || since < theirs)
  })
  return brokenOf(game.id, [[game.kind === 'group' || !isShared, 'a blocked pair shares a public game']])
}

const brokenOf = (id: string, checks: readonly [holds: boolean, sentence: string][]): string[] =>
  checks.flatMap(([holds, sentence]) => (holds ? [] : [`game ${id}: ${sentence}`]))
