import type { EntryContent, Today } from '@inkling/mock-server/contract/schemas/game'
import type { Blocks } from '@inkling/mock-server/contract/schemas/safety'
import { HIDDEN_PICTURE } from '@inkling/mock-server/picture/hidden-picture'
import type { RememberedPlayer, RememberedTurn } from './memory.ts'

/*
 * Rules that hold for today's game as a server sends it to a player. Each broken rule is a sentence.
 */

/** Whether rules hold, each with the sentence for when it does not. */
export type Rules = Readonly<Record<string, boolean>>

/** The sentences of rules that do not hold, with the game. */
export const broken = (id: string, rules: Rules): string[] =>
  Object.entries(rules).flatMap(([sentence, holds]) => (holds ? [] : [`game ${id}: ${sentence}`]))

/** Checks one view. @param player what the player remembers */
export function brokenInToday(
  today: Today,
  player: Pick<RememberedPlayer, 'turns' | 'passed'> | null,
): string[] {
  const { participants, currentTurn, yourStatus, yourSubmission, yourPreviousEntry, gameId, status } = today
  if (gameId === null) return []
  const playing = participants.filter((each) => each.status === 'playing')
  const ids = participants.map(({ userId }) => userId)
  const own = player?.turns.get(gameId)
  const hasPassed = player?.passed.get(gameId)
  const mayKnow = yourStatus !== 'pending' && hasPassed !== true
  return broken(gameId, {
    [`a player is shown ${playing.length} players who hold the turn`]: playing.length <= 1,
    'the turn that a player is shown is not that of the one who is playing':
      (currentTurn === null) === (playing.length === 0) &&
      (currentTurn === null || currentTurn.userId === playing[0]?.userId),
    'a player is shown a participant twice': new Set(ids).size === ids.length,
    'the game is over, but a player is playing': status !== 'completed' || playing.length === 0,
    [`a ${waiting(hasPassed)} player is shown the word`]: mayKnow || today.word === null,
    [`a ${waiting(hasPassed)} player is shown an entry of the chain`]: mayKnow || yourPreviousEntry === null,
    'a player who has passed is not skipped': hasPassed === undefined || yourStatus === 'skipped',
    'a hidden entry reaches the player who was given it': isHiddenWell(yourPreviousEntry),
    ...(own && fateOf(own, today)),
    'a player who has played is shown no entry of theirs':
      own?.submitted != null || yourStatus !== 'completed' || yourSubmission !== null,
  })
}

const waiting = (hasPassed: boolean | undefined) => (hasPassed ? 'skipped' : 'waiting')

/** What may have become of a turn that the player has started. */
function fateOf(own: RememberedTurn, { yourStatus, yourSubmission }: Today): Rules {
  const { type, submitted, attempts } = own
  if (submitted !== null) {
    const isThere =
      type === 'drawing' ? yourSubmission?.drawing !== undefined : isGuess(yourSubmission, [submitted])
    return {
      'a turn that was acknowledged is not there for its player': yourStatus === 'completed' && isThere,
    }
  }
  const isPlayed = yourStatus === 'completed'
  return {
    'a turn that was started is not there for its player': yourStatus !== 'pending',
    [TIMED_OUT]:
      (yourStatus === 'playing' || isPlayed === attempts.length > 0) &&
      (!isPlayed || isGuess(yourSubmission, bestOf(attempts))),
  }
}

export const TIMED_OUT = 'a turn that ran out of time has not submitted its best guess'

/** The guesses with the highest score. */
export function bestOf(attempts: RememberedTurn['attempts']): string[] {
  const best = Math.max(...attempts.map(({ similarityScore }) => similarityScore))
  return attempts.filter(({ similarityScore }) => similarityScore === best).map(({ guess }) => guess)
}

/** A guess that was hidden is shown to its author without its text. */
const isGuess = (shown: Today['yourSubmission'], guesses: readonly string[]): boolean =>
  shown !== null &&
  (shown.hidden !== undefined || shown.review !== undefined || guesses.includes(shown.guess ?? ''))

/** Whether what is hidden for all is a placeholder. */
export const isHiddenWell = (content: EntryContent | null, hidden = content?.hidden): boolean =>
  hidden !== 'all' ||
  (content?.drawing === undefined ? content?.guess === 'removed' : content.drawing === HIDDEN_PICTURE)

/** Checks a view of a game against an earlier one, of whichever player. */
export function brokenSince(before: Today, today: Today): string[] {
  const now = new Map(today.participants.map(({ userId, status }) => [userId, status]))
  const hasPlayed = before.participants.filter(({ status }) => status === 'completed' || status === 'skipped')
  return broken(today.gameId ?? '', {
    'a completed game is open again': before.status !== 'completed' || today.status === 'completed',
    'a game that had begun is waiting': before.status === 'waiting' || today.status !== 'waiting',
    'the status of a player who had played has changed': hasPlayed.every(
      ({ userId, status }) => (now.get(userId) ?? status) === status,
    ),
  })
}

/** Checks the views of several players at the same moment. */
export function brokenTogether(todays: readonly Today[]): string[] {
  const games = todays.flatMap(({ yourStatus, gameId }) => (yourStatus === 'playing' ? [gameId ?? ''] : []))
  const twice = games.find((gameId, at) => games.indexOf(gameId) !== at)
  return twice === undefined
    ? []
    : broken(twice, {
        'two players are told that they hold the turn': false,
      })
}

/** Checks that a player has not come into one public game with somebody whom they had blocked before. */
export function sharedWithBlocked(
  { gameId, participants }: Today,
  { blocks }: Blocks,
  userId: string,
): string[] {
  const joinedAt = (id: string) => participants.find((each) => each.userId === id)?.joinedAt
  const own = joinedAt(userId)
  const isShared = blocks.some(({ userId: blocked, since }) => {
    const theirs = joinedAt(blocked)
    return own !== undefined && theirs !== undefined && (since < own || since < theirs)
  })
  return broken(gameId ?? '', {
    'a blocked pair shares a public game': !isShared,
  })
}
