import { counted } from '@inkling/scenarios/text/counted'
import type { WatchedGame } from '../watch/watched-games.ts'

/** A player or group that was found on the server. */
export interface FoundRow {
  readonly kind: 'player' | 'group'
  readonly id: string
  readonly name: string
  readonly groupId: string | null
  /** What tells it from others of the same name. */
  readonly about: string
}

/** What the server has for the text that is being typed. */
export interface Found {
  /** The text that was sought last. */
  readonly text: string
  readonly rows: readonly FoundRow[]
  /** Whether there are more than are listed. */
  readonly hasMore: boolean
  /** Why nothing is shown. */
  readonly problem: string | null
}

export const NOTHING_FOUND: Found = { text: '', rows: [], hasMore: false, problem: null }

/** How many players, and how many groups, are listed. */
export const MAX_FOUND = 50

/** Documents of `/control/users`, with the group of each if it plays today. */
export const playerRows = (
  items: readonly Readonly<Record<string, unknown>>[],
  { games }: { readonly games: readonly WatchedGame[] },
): FoundRow[] =>
  items.map(({ id, username, groupId, groupName, createdAt }) => {
    const game = games.find(({ players }) => players.some(({ userId }) => userId === id))
    const group =
      typeof groupId === 'string'
        ? typeof groupName === 'string'
          ? groupName
          : (game?.name ?? 'in a group')
        : 'no group'
    return {
      kind: 'player',
      id: String(id),
      name: String(username),
      groupId: typeof groupId === 'string' ? groupId : null,
      about: `${group}, since ${String(createdAt).slice(0, 10)}`,
    }
  })

/** Documents of `/control/groups`. */
export const groupRows = (items: readonly Readonly<Record<string, unknown>>[]): FoundRow[] =>
  items.map(({ id, name, code, memberIds }) => ({
    kind: 'group',
    id: String(id),
    name: String(name),
    groupId: String(id),
    about: `${counted(Array.isArray(memberIds) ? memberIds.length : 0, 'player')}, code ${code}`,
  }))

export const pickItemOf = ({ id, name, about }: FoundRow): { id: string; label: string } => ({
  id,
  label: `${name} · ${about}`,
})
