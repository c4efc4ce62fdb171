import type { ReportKind } from '../contract/schemas/safety.ts'
import { type Entry, type Game, hideEntry } from '../rules/game.ts'
import type { ReportedThing } from '../rules/safety.ts'
import type { User } from '../rules/user.ts'
import { putGame } from './changed-games.ts'
import type { Context } from './context.ts'

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

/** Hides a thing for everybody, or shows it again. A name or avatar that the player has changed since stays as it is. */
export async function setHidden(context: Context, thing: Thing, isHidden: boolean): Promise<void> {
  const { tx, now } = context
  if (thing.stepIndex !== null) {
    const game = await tx.get('games', thing.gameId)
    if (game) putGame(context, game, hideEntry(game, thing.stepIndex, isHidden ? now : null))
    return
  }
  const author = await tx.get('users', thing.authorId)
  const field = thing.kind === 'name' ? 'hiddenName' : 'hiddenAvatar'
  if (!author || thing.text !== (thing.kind === 'name' ? author.username : author.avatar)) return
  const { [field]: _, ...shown } = author
  tx.replace('users', author, isHidden ? { ...shown, [field]: true } : shown)
}
