import { RETENTION } from '../../core/contract/constants.ts'
import { HIDDEN_PICTURE } from '../../core/picture/hidden-picture.ts'
import { eraseEntry, type Substitute } from '../../core/rules/game/erased-entries.ts'
import { type Game, leaveGame } from '../../core/rules/game/game.ts'
import { FORMER_PLAYER, isFormerId } from '../../core/rules/players/people.ts'
import type { ReportedThing } from '../../core/rules/players/safety.ts'
import { type Suspension, suspensionAt, type User } from '../../core/rules/players/user.ts'
import { addDays } from '../../core/rules/time/day.ts'
import { type Instant, plus } from '../../core/rules/time/instant.ts'
import { type CollectionName, type Collections, idOf, idsOf } from '../collections.ts'
import type { Context } from '../context.ts'
import { devicesOf, playerOfDevice, unusedHash } from '../devices.ts'
import { gamesInPlay, putGame } from '../games/stored-games.ts'
import { randomId } from '../ids.ts'
import { dropMember } from '../membership.ts'
import type { Ports } from '../ports.ts'
import { Eraser } from './eraser.ts'

/** Games per read. */
const PAGE = 50

/**
 * Deletes an account and everything about its player but what moderators may need: open reports keep what they are about
 * until it is decided, for at most 30 days, and a suspension keeps its devices (API.md, Account).
 */
export async function eraseAccount(context: Context, user: User): Promise<void> {
  const { tx } = context
  tx.forget()
  // As admins look for players by name.
  context.forgotten.add(new URLSearchParams({ query: user.username }).toString())
  await leaveEverything(context, user)
  const things = await tx.find('reportedThings', 'author', user.id)
  // Those about groups are about the next host.
  const held = things.filter(({ state, gameId }) => state === 'open' && gameId !== null)
  const eraser = eraserOf(context, user.id, held, await hostsOf(context, things))
  const erase = <C extends CollectionName>(collection: C, documents: readonly Collections[C][]) =>
    replaceErased(context, eraser, collection, documents)
  for await (const games of gamesOf(context, user.id)) {
    for (const game of games) putGame(context, game, eraser.erase('games', game) ?? game)
    erase('reactions', await tx.peek('reactions', 'id', idsOf(games)))
  }
  putSubstitute(context)
  for (const id of user.keptOutOf ?? []) {
    const group = await tx.get('groups', id)
    if (group) erase('groups', [group])
  }
  erase('pushTokens', await tx.find('pushTokens', 'user', user.id))
  erase('messages', [...(await tx.find('messages', 'user', user.id)), ...(await messagesOfFellows(context))])
  const code = await tx.get('moveCodes', user.id)
  if (code) erase('moveCodes', [code])
  await removeBlocks(context, user.id)
  await eraseReports(context, user.id, eraser, things)
  await leaveRest(context, (await tx.get('users', user.id)) ?? user, held)
  context.publish({ type: 'signed-out', userId: user.id })
}

/** Erases what a deleted account has left, as far as moderators have decided about it or had the time to. */
export async function eraseRest(context: Context, user: User): Promise<void> {
  const { tx, now } = context
  if (user.deletedAt === undefined) return
  tx.forget()
  const isOver = plus(user.deletedAt, RETENTION) <= now
  const things = await tx.find('reportedThings', 'author', user.id)
  const held = things.filter(({ state }) => state === 'open' && !isOver)
  for (const { gameId, stepIndex } of things.filter((thing) => !held.includes(thing))) {
    const game = gameId === null ? undefined : await tx.get('games', gameId)
    if (game && stepIndex !== null && isFormerId(game.entries[stepIndex]?.userId ?? ''))
      putGame(context, game, eraseEntry(game, stepIndex, substituteOf(context)))
  }
  putSubstitute(context)
  await eraseReports(context, user.id, eraserOf(context, user.id, held), things)
  await leaveRest(context, user, held)
}

const eraserOf = (
  context: Context,
  userId: string,
  held: readonly ReportedThing[],
  hosts: ReadonlyMap<string, string> = new Map(),
): Eraser =>
  new Eraser({
    isErased: (id) => id === userId,
    newId: context.settings.newId ?? randomId,
    now: context.now,
    substitute: substituteOf(context),
    held,
    hostOf: (groupId) => hosts.get(groupId),
  })

/** The present hosts of the groups whose names or avatars these things are. */
async function hostsOf(
  { tx }: Context,
  things: readonly ReportedThing[],
): Promise<ReadonlyMap<string, string>> {
  const ids = things.flatMap(({ gameId, groupId }) => (gameId === null && groupId !== null ? groupId : []))
  const groups = await tx.peek('groups', 'id', ids)
  return new Map(groups.map(({ id, hostId }) => [id, hostId]))
}

export const substituteOf = ({
  ports: { codecs, scorer },
}: {
  readonly ports: Pick<Ports, 'codecs' | 'scorer'>
}): Substitute => ({
  picture: codecs.sha256(codecs.fromBase64(HIDDEN_PICTURE) ?? ''),
  judge: (guess, word) => scorer.judge(guess, word).score,
})

/** Stores the picture that replaces drawings, if a changed game names it. */
function putSubstitute(context: Context): void {
  const { tx, ports, changedGames } = context
  const { picture } = substituteOf(context)
  const isUsed = ({ entries }: Game) =>
    entries.some((each) => each.type === 'drawing' && each.drawing === picture)
  const bytes = ports.codecs.fromBase64(HIDDEN_PICTURE)
  if (bytes && [...changedGames.values()].some(({ after }) => isUsed(after))) tx.putBlob(picture, bytes)
}

function replaceErased<C extends CollectionName>(
  { tx }: Context,
  eraser: Eraser,
  collection: C,
  documents: readonly Collections[C][],
): void {
  for (const document of documents) {
    const id = idOf(collection, document)
    const after = eraser.erase(collection, document)
    if (after && idOf(collection, after) === id) {
      tx.replace(collection, document, after)
      continue
    }
    tx.remove(collection, id)
    if (after) tx.insert(collection, after)
  }
}

/** The player's games in pages. */
async function* gamesOf({ tx }: Pick<Context, 'tx'>, userId: string): AsyncGenerator<Game[]> {
  const ids = idsOf(await tx.peekSearch('gamesOfPlayer', userId))
  for (let from = 0; from < ids.length; from += PAGE)
    yield tx.peek('games', 'id', ids.slice(from, from + PAGE))
}

/** Leaves the group and the games that are open. A running turn is passed. */
async function leaveEverything(context: Context, user: User): Promise<void> {
  const { tx, now } = context
  const group = user.groupId === null ? undefined : await tx.get('groups', user.groupId)
  if (group) await dropMember(context, group, user.id)
  for (const game of await gamesInPlay(context, { ...user, groupId: null }))
    putGame(context, game, leaveGame(game, user.id, now))
}

/** Messages to the others in the player's latest games: nudges name who sent them. */
async function messagesOfFellows({ tx, changedGames, day }: Context) {
  const latest = [...changedGames.values()].filter(({ after }) => after.day >= addDays(day, -1))
  const userIds = latest.flatMap(({ after }) => after.players.map(({ userId }) => userId))
  return tx.peek('messages', 'user', [...new Set(userIds)])
}

async function removeBlocks({ tx }: Context, userId: string): Promise<void> {
  for (const { id } of await tx.find('blocks', 'by', userId)) tx.remove('blocks', id)
  for (const { id, by } of await tx.find('blocks', 'of', userId)) {
    tx.remove('blocks', id)
    const blocker = await tx.get('users', by)
    if (blocker) tx.replace('users', blocker, { ...blocker, blocksMade: (blocker.blocksMade ?? 1) - 1 })
  }
}

/** Erases the player from reports by and about them, and from what refers to these. @param things those of the player */
async function eraseReports(
  context: Context,
  userId: string,
  eraser: Eraser,
  things: readonly ReportedThing[],
): Promise<void> {
  const { tx } = context
  const made = await tx.find('reports', 'reporter', userId)
  const about = await tx.find('reports', 'author', userId)
  for (const id of [userId, ...idsOf([...made, ...about, ...things])]) context.forgotten.add(id)
  replaceErased(context, eraser, 'reports', [...made, ...about])
  const reported = await tx.peek('reportedThings', 'id', [...new Set(made.map(({ thingId }) => thingId))])
  replaceErased(context, eraser, 'reportedThings', [...things, ...reported])
  const authorIds = [...new Set(reported.map(({ authorId }) => authorId))]
  replaceErased(context, eraser, 'decisions', await tx.peek('decisions', 'author', authorIds))
}

/**
 * Removes the player, or leaves as little of them as a suspension and open reports need: the devices, so that a new account
 * is no way around a suspension.
 */
async function leaveRest(context: Context, user: User, held: readonly ReportedThing[]): Promise<void> {
  const { tx, ports, now } = context
  const suspension = suspensionAt(user, now)
  const devices = idsOf(await devicesOf(context, user))
  if (!suspension) for (const { id } of await tx.find('devices', 'user', user.id)) tx.remove('devices', id)
  const decisions = await tx.find('decisions', 'author', user.id)
  if (!suspension && held.length === 0) {
    replaceErased(context, eraserOf(context, user.id, []), 'decisions', decisions)
    tx.remove('users', user.id)
    return
  }
  const { deletedAt = now, formerDevices = devices } = user
  for (const decision of decisions)
    if (decision.at <= deletedAt) tx.replace('decisions', decision, { ...decision, note: null })
  const deviceHash = suspension ? user.deviceHash : unusedHash(ports, user, now)
  tx.replace(
    'users',
    user,
    remainder(user, deletedAt, {
      deviceHash,
      suspension,
      formerDevices: held.length > 0 ? formerDevices : [],
    }),
  )
}

/** As little of a deleted account as a suspension and open reports need. */
export const remainder = (
  { id }: User,
  deletedAt: Instant,
  left: {
    readonly deviceHash: string
    readonly suspension: Suspension | undefined
    readonly formerDevices?: readonly string[]
  },
): User => ({
  id,
  deviceHash: left.deviceHash,
  username: FORMER_PLAYER,
  avatar: null,
  groupId: null,
  finishedOnboarding: false,
  pushNotifications: false,
  createdAt: deletedAt,
  groupsFounded: 0,
  deletedAt,
  ...(left.formerDevices?.length && { formerDevices: left.formerDevices }),
  ...(left.suspension && { suspension: { ...left.suspension, reason: null } }),
})

/**
 * Suspends a deleted account: its former devices get no new account, and the new ones that they have are suspended too.
 * @returns the players of these.
 */
export async function suspendDeleted(context: Context, user: User, until: string | null): Promise<User[]> {
  const { tx, now } = context
  const { formerDevices = [], deletedAt = now } = user
  const successors: User[] = []
  for (const id of formerDevices) {
    const player = (await playerOfDevice(context, id))?.user
    if (!player) tx.insert('devices', { id, userId: user.id, addedAt: now, lastSeenAt: now })
    else if (player.id !== user.id && player.createdAt >= deletedAt) successors.push(player)
  }
  tx.replace('users', user, { ...user, suspension: { until, reason: null } })
  return successors
}
