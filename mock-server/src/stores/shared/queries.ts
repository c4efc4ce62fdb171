import type { UnannouncedGame } from '../../engine/world.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import type { Group } from '../../rules/group.ts'
import type { Instant } from '../../rules/instant.ts'
import type { Documents } from './documents.ts'

/* The queries of the Store port over documents in memory. Each reads no further than its result. */

export function groupsAfter(documents: Documents, afterId: string, limit: number): Group[] {
  const groups: Group[] = []
  for (const [, id] of documents.walk('groups', 'id', afterId)) {
    const group = id === afterId ? undefined : documents.get('groups', id)
    if (group && groups.push(group) >= limit) break
  }
  return groups
}

export function gamesToClose(documents: Documents, day: GameDay, now: Instant, limit: number): Game[] {
  const games: Game[] = []
  for (const earlier of documents.open.days) {
    if (earlier >= day) break
    for (const id of documents.open.due(earlier, now)) {
      if (games.length >= limit) return games
      const game = documents.get('games', id)
      if (game) games.push(game)
    }
  }
  return games
}

export function unannouncedGames(documents: Documents, now: Instant, limit: number): UnannouncedGame[] {
  const entries: UnannouncedGame[] = []
  for (const [, id] of documents.walk('outbox', 'due', '')) {
    const entry = documents.get('outbox', id)
    if (!entry || entry.dueAt > now || entries.length >= limit) break
    entries.push(entry)
  }
  return entries
}

/** The first game of each kind that matchmaking prefers. */
export function openPublicGames(documents: Documents, day: GameDay, now: Instant): Game[] {
  const first = (order: 'startable' | 'running' | 'queue') => {
    const [entry] = documents.walk('games', order, day)
    const game = entry?.[0].startsWith(day) ? documents.get('games', entry[1]) : undefined
    return order === 'running' && entry && deadlineIn(entry[0]) > now ? undefined : game
  }
  const games = [first('startable'), first('running'), first('queue')]
  return [...new Set(games)].filter((game) => game !== undefined)
}

/** The second part of a sort key. */
const deadlineIn = (key: string): Instant => key.slice(key.indexOf(' ') + 1, key.lastIndexOf(' '))
