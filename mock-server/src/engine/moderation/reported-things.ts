import type { ReportKind, Review } from '../../core/contract/schemas/safety.ts'
import { type Entry, type Game, hideEntry } from '../../core/rules/game/game.ts'
import type { Group } from '../../core/rules/players/group.ts'
import type { ReportedThing } from '../../core/rules/players/safety.ts'
import type { User } from '../../core/rules/players/user.ts'
import type { Context } from '../context.ts'
import { putGame } from '../games/stored-games.ts'

/** Something that can be reported, as it is now. */
export type Thing = Pick<
  ReportedThing,
  'id' | 'kind' | 'gameId' | 'stepIndex' | 'authorId' | 'groupId' | 'text'
>

/** A drawing or guess of a game. */
export function stepThing({ ids }: Context, game: Game, stepIndex: number, entry: Entry): Thing {
  return {
    id: ids.reportedThing(game.id, stepIndex),
    kind: entry.type,
    gameId: game.id,
    stepIndex,
    authorId: entry.userId,
    groupId: game.groupId,
    text: entry.type === 'guess' ? entry.guess : null,
  }
}

/** The present name or avatar of a player; undefined if they have no avatar. */
export function profileThing(
  { ids }: Context,
  game: Game,
  kind: Extract<ReportKind, 'name' | 'avatar'>,
  author: User,
): Thing | undefined {
  const text = kind === 'name' ? author.username : author.avatar
  if (text === null) return undefined
  return {
    id: ids.reportedThing(kind, author.id, text),
    kind,
    gameId: game.id,
    stepIndex: null,
    authorId: author.id,
    groupId: game.groupId,
    text,
  }
}

/** The present name or avatar of a group; undefined if it has no avatar. */
export function groupThing(
  { ids }: Context,
  kind: Extract<ReportKind, 'group-name' | 'group-avatar'>,
  { id, name, avatar, hostId }: Group,
): Thing | undefined {
  const text = kind === 'group-name' ? name : avatar
  if (text === null) return undefined
  return {
    id: ids.reportedThing(kind, id, text),
    kind,
    gameId: null,
    stepIndex: null,
    authorId: hostId,
    groupId: id,
    text,
  }
}

/**
 * Hides a thing for everybody, or shows it again. Other names and avatars of the player or group stay as they are.
 * @param review what the author of a step is told about it
 */
export async function setHidden(
  context: Context,
  thing: Thing,
  isHidden: boolean,
  review?: Review,
): Promise<void> {
  const { tx, now } = context
  const author = await tx.get('users', thing.authorId)
  // What was deleted stays hidden.
  if (author?.deletedAt !== undefined) return
  if (thing.gameId !== null && thing.stepIndex !== null) {
    const game = await tx.get('games', thing.gameId)
    if (game) putGame(context, game, hideEntry(game, thing.stepIndex, isHidden ? now : null, review))
    return
  }
  if (thing.text === null) return
  if (thing.gameId === null) {
    const group = thing.groupId === null ? undefined : await tx.get('groups', thing.groupId)
    if (group) tx.replace('groups', group, withHidden(group, thing.text, isHidden))
    return
  }
  if (author) tx.replace('users', author, withHidden(author, thing.text, isHidden))
}

function withHidden<D extends { readonly hiddenTexts?: readonly string[] }>(
  document: D,
  text: string,
  isHidden: boolean,
): D {
  const { hiddenTexts = [], ...rest } = document
  const others = hiddenTexts.filter((each) => each !== text)
  const after = isHidden ? [...others, text] : others
  return (after.length > 0 ? { ...rest, hiddenTexts: after } : rest) as D
}

/** Hides the present name and avatar of a player for everybody, or shows all of theirs again. */
export async function setProfileHidden({ tx }: Context, userId: string, isHidden: boolean): Promise<void> {
  const user = await tx.get('users', userId)
  if (!user) return
  const { hiddenTexts = [], ...rest } = user
  const present = user.avatar === null ? [user.username] : [user.username, user.avatar]
  tx.replace(
    'users',
    user,
    isHidden ? { ...rest, hiddenTexts: [...new Set([...hiddenTexts, ...present])] } : rest,
  )
}
