import { type Game, turnDeadline } from '../../../core/rules/game/game.ts'
import { summaryOf } from '../../../core/rules/game/history.ts'
import { gamesToJoin } from '../../../core/rules/game/matchmaking.ts'
import { queuePage } from '../../../core/rules/players/safety.ts'
import { isForCleanUp, type User } from '../../../core/rules/players/user.ts'
import type { Instant } from '../../../core/rules/time/instant.ts'
import type { Collections } from '../../../engine/collections.ts'
import type { Found, Searches, SearchName } from '../../../engine/transaction.ts'
import type { Documents } from './documents.ts'

/** Each search of documents in memory. */
export const searches: {
  readonly [S in SearchName]: (documents: Documents, ...parameters: Parameters<Searches[S]>) => Found<S>[]
} = {
  users: (documents, ...page) => matching(documents, 'users', ...page),
  groups: (documents, ...page) => matching(documents, 'groups', ...page),

  usersLike(documents, text, limit) {
    const wanted = text.toLowerCase()
    const isOther = ({ id, username }: User) => Number(id !== text && username.toLowerCase() !== wanted)
    return [...documents.all('users')]
      .filter(({ id, username }) => isFound(wanted, id, username))
      .sort(
        (a, b) =>
          isOther(a) - isOther(b) ||
          compare(a.username.toLowerCase(), b.username.toLowerCase()) ||
          compare(a.id, b.id),
      )
      .slice(0, limit)
  },

  gamesOfDay: (documents, day) => documents.gamesOfDay(day),
  gamesOfPlayer: (documents, userId) => documents.gamesOfPlayer(userId).map(summaryOf),
  openPublicGames: (documents, day, now, avoided) => gamesToJoin(documents.gamesOfDay(day), now, avoided),

  gamesToClose(documents, day, now, limit) {
    const isDue = (game: Game) => game.day < day && (!game.turn || turnDeadline(game.turn) <= now)
    return documents.openGames
      .filter(isDue)
      .sort((a, b) => compare(a.day, b.day) || compare(deadlineOf(a), deadlineOf(b)) || compare(a.id, b.id))
      .slice(0, limit)
  },

  loneGames: (documents, day, kind, { from, now }, limit) =>
    documents.openGames
      .filter(
        (game) =>
          game.day === day &&
          game.kind === kind &&
          game.entries.length === 1 &&
          (game.entries[0]?.at ?? now) <= from &&
          (!game.turn || turnDeadline(game.turn) <= now),
      )
      .sort((a, b) => compare(a.id, b.id))
      .slice(0, limit),

  unannouncedGames: (documents, now, limit) =>
    [...documents.all('outbox')]
      .filter(({ dueAt }) => dueAt <= now)
      .sort((a, b) => compare(a.dueAt, b.dueAt) || compare(a.gameId, b.gameId))
      .slice(0, limit),

  dueMessages: (documents, now, limit) =>
    [...documents.all('messages')]
      .filter(({ dueAt }) => dueAt <= now)
      .sort((a, b) => compare(a.dueAt, b.dueAt) || compare(a.id, b.id))
      .slice(0, limit),

  usersToCleanUp: (documents, before, afterId, limit) =>
    [...documents.all('users')]
      .filter((user) => user.id > afterId && isForCleanUp(user, before))
      .sort((a, b) => compare(a.id, b.id))
      .slice(0, limit),

  expiredMoveCodes: (documents, now, limit) =>
    [...documents.all('moveCodes')].filter(({ expiresAt }) => expiresAt <= now).slice(0, limit),

  reportQueue: (documents, query) =>
    queuePage(query.state === 'open' ? documents.openThings : documents.all('reportedThings'), query),

  latestDecisions: (documents, before, limit) =>
    [...documents.all('decisions')]
      .filter(({ id }) => before === undefined || id < before)
      .sort((a, b) => compare(b.id, a.id))
      .slice(0, limit),
}

function matching<C extends 'users' | 'groups'>(
  documents: Documents,
  collection: C,
  text: string,
  afterId: string,
  limit: number,
): Collections[C][] {
  const wanted = text.toLowerCase()
  return documents
    .ids(collection)
    .filter((id) => id > afterId)
    .flatMap((id) => documents.get(collection, id) ?? [])
    .filter((each) => isFound(wanted, each.id, 'username' in each ? each.username : each.name))
    .slice(0, limit)
}

/** Ids are random, so that a text in their middle is chance. */
const isFound = (wanted: string, id: string, name: string): boolean =>
  id.toLowerCase().startsWith(wanted) || name.toLowerCase().includes(wanted)

const deadlineOf = ({ turn }: Game): Instant => (turn ? turnDeadline(turn) : '')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
