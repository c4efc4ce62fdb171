import { Random } from '@inkling/fixtures/random'
import { words } from '@inkling/fixtures/words'
import { closeGame } from '../../core/rules/game/expiry.ts'
import { createGame, type Game } from '../../core/rules/game/game.ts'
import type { Group } from '../../core/rules/players/group.ts'
import { userIdsIn } from '../../core/rules/players/people.ts'
import type { User } from '../../core/rules/players/user.ts'
import type { GameDay } from '../../core/rules/time/day.ts'
import { addDays, dayAt, dayEnd, dayStart } from '../../core/rules/time/day.ts'
import { plus } from '../../core/rules/time/instant.ts'
import type { World } from '../../engine/world/world.ts'
import { FakeData } from './builders/fake.ts'
import { idOf } from './builders/ids.ts'
import { Moderation } from './builders/moderation.ts'
import { WorldPictures } from './builders/pictures.ts'
import { Players } from './builders/players.ts'
import type { WorldOptions } from './world-options.ts'

const PLAYERS = 1000
/** The number of players in groups. The others play public games. */
const IN_GROUPS = 840
const PUBLIC_PLAYERS = 8
/** A small vocabulary drawn by one hand, so that a thousand players share a few dozen pictures. */
const VOCABULARY = 40
const MINUTE = 60 * 1000

/**
 * A thousand players in groups of four to ten and in public games. Yesterday's games are over, and some of what was in them
 * is reported; today's games are at different stages.
 */
export function busyWorld({ seed, now, timeZone, judge, library }: WorldOptions): World {
  const today = dayAt(now, timeZone)
  const yesterday = addDays(today, -1)
  const random = new Random(`${seed}\nbusy`)
  const arrived = dayStart(yesterday, timeZone)
  const fake = new FakeData(seed, arrived)
  const drawable = words.filter(({ word, difficulty }) => difficulty === 'easy' && library.has(word))
  const vocabulary = random.shuffle(drawable).slice(0, VOCABULARY)
  const pictures = new WorldPictures(library)
  const simulated = new Players({ seed, timeZone, pictures, judge, vocabulary })

  const users: User[] = []
  const groups: Group[] = []
  while (users.length < IN_GROUPS) {
    const size = Math.min(random.whole(4, 10), IN_GROUPS - users.length)
    const { group, members } = fake.group(Array.from({ length: size }, () => fake.user()))
    groups.push(group)
    users.push(...members)
  }
  const strangers = Array.from({ length: PLAYERS - users.length }, () => fake.user())

  const play = (id: string, group: Group | null, day: GameDay, userIds: readonly string[]): Game => {
    const createdAt = dayStart(day, timeZone)
    let game = createGame({
      id,
      kind: group ? 'group' : 'public',
      groupId: group?.id ?? null,
      day,
      word: random.pick(vocabulary).word,
      now: createdAt,
      userIds,
    })
    // Each of today's games has a random number of turns played.
    const played = day === today ? random.whole(0, userIds.length) : userIds.length
    let at = plus(createdAt, random.whole(1, 5) * MINUTE)
    for (const userId of random.shuffle(userIds).slice(0, played)) {
      if (plus(at, 5 * MINUTE) > now) break
      if (!random.chance(0.92)) continue
      const turn = simulated.play(game, userId, at, 'busy')
      game = turn.game
      at = plus(turn.at, random.whole(1, 9) * MINUTE)
    }
    return day === today ? game : closeGame(game, dayEnd(day, timeZone))
  }

  const games = [yesterday, today].flatMap((day) => [
    ...groups.map((group) => play(idOf('group-game', group.id, day), group, day, userIdsIn(group.members))),
    ...tablesOf(strangers).map((players, at) =>
      play(
        idOf('public-game', seed, day, at),
        null,
        day,
        players.map(({ id }) => id),
      ),
    ),
  ])
  const moderated = new Moderation(
    games.filter(({ kind, day }) => kind === 'group' && day === yesterday),
    {
      users,
      hosts: groups.map(({ hostId }) => hostId),
      seed,
      random: new Random(`${seed}\nbusy reports`),
    },
  )
  const reported = new Map(moderated.games.map((game) => [game.id, game]))
  const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)
  return {
    format: 'inkling-world',
    version: 1,
    seed,
    users: [...moderated.users, ...strangers].sort(byId),
    groups: groups.sort(byId),
    games: games.map((game) => reported.get(game.id) ?? game).sort(byId),
    reactions: [],
    pushTokens: [],
    reports: moderated.reports.toSorted(byId),
    reportedThings: moderated.reportedThings.toSorted(byId),
    decisions: moderated.decisions.toSorted(byId),
    blobs: pictures.blobs(),
  }
}

function tablesOf(people: readonly User[]): User[][] {
  const tables: User[][] = []
  for (let at = 0; at < people.length; at += PUBLIC_PLAYERS)
    tables.push(people.slice(at, at + PUBLIC_PLAYERS))
  return tables
}
