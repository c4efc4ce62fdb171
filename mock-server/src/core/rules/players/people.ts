import type { Hidden } from '../../contract/schemas/safety.ts'
import { HOUSE, isHouse } from '../game/house.ts'
import { isHiddenText, type User } from './user.ts'

/** The fields of a user that other players see. */
export interface Person {
  readonly username: string
  readonly avatar: string | null
  /** Whether the name or the avatar is hidden for everybody, and replaced here. */
  readonly isHidden?: true
}

/** Keyed by user id. */
export type People = ReadonlyMap<string, Person>

/** The users of members, players, entries, reactions and the like. */
export const userIdsIn = (list: readonly { readonly userId: string }[]): string[] =>
  list.map(({ userId }) => userId)

/** The name of a player whose account is deleted. */
export const FORMER_PLAYER = 'Former player'

/** Former players have an id of their own in each game, and no account. Their reports have such ids too. */
const FORMER_ID = 'former-'
export const formerId = (random: string): string => FORMER_ID + random
export const isFormerId = (userId: string): boolean => userId.startsWith(FORMER_ID)

export const person = (people: People, userId: string): Person =>
  people.get(userId) ?? (isHouse(userId) ? HOUSE : { username: FORMER_PLAYER, avatar: null })

/** A player as other players see them. */
export function shownPerson(user: User): Person {
  const hidesName = isHiddenText(user, user.username)
  const hidesAvatar = isHiddenText(user, user.avatar)
  return {
    username: hidesName ? 'Player' : user.username,
    avatar: hidesAvatar ? null : user.avatar,
    ...((hidesName || hidesAvatar) && { isHidden: true }),
  }
}

/** What a player does not want to see. */
export interface Veil {
  /** What they have reported, as {@link stepKey}, {@link personKey} or {@link groupKey}. */
  readonly reported: ReadonlySet<string>
  readonly blocked: ReadonlySet<string>
}

/** For players who have reported and blocked nobody, and callers who are no players. */
export const NO_VEIL: Veil = { reported: new Set(), blocked: new Set() }

export const stepKey = (gameId: string, stepIndex: number): string => `${gameId} ${stepIndex}`
export const personKey = (userId: string): string => userId
export const groupKey = (groupId: string): string => groupId

/** Whether a player does not want to see the name of another. */
export const veilsName = ({ reported, blocked }: Veil, userId: string): boolean =>
  blocked.has(userId) || reported.has(personKey(userId))

/** For whom something is hidden, if it is: from all, because the caller reported it, or blocked its author. */
export function hiddenFor(
  isHidden: boolean,
  key: string,
  authorId: string | null,
  { reported, blocked }: Veil,
): { hidden?: Hidden } {
  if (isHidden) return { hidden: 'all' }
  if (reported.has(key)) return { hidden: 'you' }
  return authorId !== null && blocked.has(authorId) ? { hidden: 'blocked' } : {}
}
