import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS } from '@inkling/mock-server/contract/constants'
import { BROKEN_PICTURE } from '@inkling/mock-server/picture/broken-picture'
import type { Entry, Game, Player, Turn } from '@inkling/mock-server/rules/game/game'
import type { Reaction } from '@inkling/mock-server/rules/game/reactions'
import { type Group, shownGroup } from '@inkling/mock-server/rules/players/group'
import { isHiddenText, type User } from '@inkling/mock-server/rules/players/user'

/** The documents of a world of which a recording contains a part. */
export interface RecordedDocuments {
  readonly users: readonly User[]
  readonly groups: readonly Group[]
  readonly games: readonly Game[]
  readonly reactions: readonly { readonly gameId: string; readonly reactions: readonly Reaction[] }[]
}

/** What a recording touched. */
export interface Touched {
  /** The device that the bot of each recorded player signs in with, by the id of the player. */
  readonly devices: ReadonlyMap<string, string>
  /** Whether an id or a code occurred in a call or in its response. */
  isMentioned(text: string): boolean
  /** The join code that a group has in the recording. */
  joinCodeOf(code: string): string
  /** When the recording started, in milliseconds since 1970. */
  readonly startedAt: number
}

/** Finds the games that a recording touched. */
export function recordedGames(groups: readonly Group[], touched: Touched): (game: Game) => boolean {
  const { devices, isMentioned, startedAt } = touched
  const own = ownGroups(groups, touched)
  // Games that began earlier matter only if the recording shows them.
  const isRecent = ({ createdAt }: Game) => Date.parse(createdAt) > startedAt - 2 * DAY_MS
  const isOwn = ({ groupId, players }: Game) =>
    players.some(({ userId }) => devices.has(userId)) || (groupId !== null && own.has(groupId))
  return (game) => isMentioned(game.id) || (isRecent(game) && isOwn(game))
}

/** The ids of the groups of recorded players, and of those that their calls mention. */
const ownGroups = (groups: readonly Group[], { devices, isMentioned }: Touched): ReadonlySet<string> =>
  new Set(
    groups
      .filter(
        ({ id, code, members }) =>
          members.some(({ userId }) => devices.has(userId)) || isMentioned(id) || isMentioned(code),
      )
      .map(({ id }) => id),
  )

/**
 * The part of a world that a recording touched, as a file for a bug tracker: the recorded players, what their calls
 * mention, and the people in these groups and games. Each field that it contains is listed here, so that a new field of
 * a stored document is left out. Devices and codes are new ones; what moderators hid loses its content.
 */
export function recordedPart(
  { users, groups, games, reactions }: RecordedDocuments,
  touched: Touched,
): RecordedDocuments {
  const { devices, isMentioned } = touched
  const keptGames = games.filter(recordedGames(groups, touched))
  const gameIds = new Set(keptGames.map(({ id }) => id))
  const groupIds = new Set([...ownGroups(groups, touched), ...keptGames.map(({ groupId }) => groupId)])
  const keptGroups = groups.filter(({ id }) => groupIds.has(id))
  const keptReactions = reactions.filter(({ gameId }) => gameIds.has(gameId))
  const people = new Set([
    ...devices.keys(),
    ...keptGroups.flatMap(({ members }) => members.map(({ userId }) => userId)),
    ...keptGames.flatMap(({ players, entries }) => [...players, ...entries].map(({ userId }) => userId)),
    ...keptReactions.flatMap((of) => of.reactions.map(({ userId }) => userId)),
  ])
  return {
    users: users
      .filter(({ id }) => people.has(id) || isMentioned(id))
      .map((user) => recordedUser(user, groupIds, devices.get(user.id))),
    groups: keptGroups.map((group) => recordedGroup(group, touched.joinCodeOf(group.code))),
    games: keptGames.map(recordedGame),
    reactions: keptReactions.map((of) => ({
      gameId: of.gameId,
      reactions: of.reactions.map(({ stepIndex, userId, reactionType, at }) => ({
        stepIndex,
        userId,
        reactionType,
        at,
      })),
    })),
  }
}

function recordedUser(user: User, groupIds: ReadonlySet<string | null>, device: string | undefined): User {
  const { id, username, avatar, groupId, finishedOnboarding, createdAt, groupsFounded, deletedAt } = user
  return {
    id,
    deviceHash: sha256(device ?? randomBytes(32)),
    username: isHiddenText(user, username) ? 'Hidden name' : username,
    avatar: isHiddenText(user, avatar) ? null : avatar,
    groupId: groupIds.has(groupId) ? groupId : null,
    finishedOnboarding,
    pushNotifications: device !== undefined && user.pushNotifications,
    createdAt,
    groupsFounded,
    ...(deletedAt !== undefined && { deletedAt }),
  }
}

function recordedGroup(group: Group, code: string): Group {
  const { id, hostId, difficulty, createdAt, members, publicResults } = group
  const { name, avatar } = shownGroup(group)
  return {
    id,
    name,
    code,
    avatar,
    hostId,
    difficulty,
    createdAt,
    members: members.map(({ userId, joinedAt }) => ({ userId, joinedAt })),
    ...(publicResults !== undefined && { publicResults }),
  }
}

function recordedGame(game: Game): Game {
  const { id, kind, groupId, day, word, createdAt, completedAt, players, turn, turnsStarted, entries } = game
  return {
    id,
    kind,
    groupId,
    day,
    word,
    createdAt,
    completedAt,
    players: players.map(recordedPlayer),
    turn: turn && recordedTurn(turn),
    turnsStarted,
    entries: entries.map(recordedEntry),
  }
}

const recordedPlayer = ({ userId, joinedAt, status, playedAt, excused }: Player): Player => ({
  userId,
  joinedAt,
  status,
  playedAt,
  ...(excused !== undefined && { excused }),
})

const recordedTurn = ({ id, userId, type, startedAt, expiresAt, attempts, shows }: Turn): Turn => ({
  id,
  userId,
  type,
  startedAt,
  expiresAt,
  attempts,
  ...(shows !== undefined && { shows }),
})

function recordedEntry(entry: Entry): Entry {
  const { turnId, userId, timeSpent, at, completedGame, hiddenAt, shows } = entry
  const base = {
    turnId,
    userId,
    timeSpent,
    at,
    completedGame,
    ...(hiddenAt !== undefined && { hiddenAt }),
    ...(shows !== undefined && { shows }),
  }
  const isHidden = hiddenAt !== undefined
  if (entry.type === 'guess') {
    const { type, guess, attempts } = entry
    return { ...base, type, guess: isHidden ? 'removed' : guess, attempts: isHidden ? [] : attempts }
  }
  const { type, drawing, sent, strokeCount, strokes } = entry
  return isHidden
    ? { ...base, type, drawing: NO_DRAWING.sha256, sent: NO_DRAWING.sha256, strokeCount: 0, strokes: null }
    : { ...base, type, drawing, sent, strokeCount, strokes }
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Replaces a drawing that moderators hid. */
export const NO_DRAWING = {
  sha256: sha256(Buffer.from(BROKEN_PICTURE, 'base64')),
  base64: BROKEN_PICTURE,
} as const
