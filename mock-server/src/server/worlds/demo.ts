import { TZDateMini } from '@date-fns/tz'
import { Random } from '@inkling/fixtures/random'
import { words } from '@inkling/fixtures/words'
import { closeGame } from '../../core/rules/game/expiry.ts'
import { createGame, type Game, joinGame } from '../../core/rules/game/game.ts'
import { togetherBefore } from '../../core/rules/game/together.ts'
import type { Group } from '../../core/rules/players/group.ts'
import type { User } from '../../core/rules/players/user.ts'
import type { GameDay } from '../../core/rules/time/day.ts'
import { addDays, dayAt, dayEnd } from '../../core/rules/time/day.ts'
import type { Instant } from '../../core/rules/time/instant.ts'
import { instantOf, later, plus } from '../../core/rules/time/instant.ts'
import type { PushToken, ReactionsOfGame } from '../../engine/collections.ts'
import type { World } from '../../engine/world/world.ts'
import { idOf, joinCodeOf, sha256 } from './builders/ids.ts'
import { WorldPictures } from './builders/pictures.ts'
import { Players } from './builders/players.ts'
import { DEMO_GROUPS, DEMO_STRANGERS, type DemoGroup, type DemoPerson, demoDeviceId } from './demo-people.ts'
import { reactionsTo } from './reactions.ts'
import type { WorldOptions } from './world-options.ts'

const MONTH = 30
/** In days ago. */
const YESTERDAY = 1
/** The number of past days with public games. */
const PUBLIC_DAYS = 12
const MINUTE = 60 * 1000

/**
 * A month of data: three groups that play every day, public games, reactions, Mia's unbroken streak, and games in
 * progress today. Yesterday everyone in a group played, and its chain went wrong once. Today's turns took place in the first minutes of the day, so that the world is the same at any
 * later time of the day.
 */
export function demoWorld(options: WorldOptions): World {
  const month = new Month(options)
  const groups = DEMO_GROUPS.map((group) => month.group(group))
  const strangers = DEMO_STRANGERS.map((person) => month.person(person, null))
  for (let ago = MONTH; ago >= 0; ago--) {
    for (const group of groups) month.playGroup(group, ago)
    if (ago <= PUBLIC_DAYS) month.playPublic(strangers, ago)
  }
  return month.world(groups.map(({ group }) => group))
}

interface Member {
  readonly user: User
  readonly person: DemoPerson
}

interface Circle {
  readonly group: Group
  readonly members: readonly Member[]
  /** A different word for each day. */
  readonly words: readonly string[]
  readonly yesterday: DemoGroup['yesterday']
}

class Month {
  readonly #options: WorldOptions
  readonly #today: GameDay
  readonly #pictures: WorldPictures
  readonly #players: Players
  readonly #users: User[] = []
  readonly #games: Game[] = []
  readonly #reactions: ReactionsOfGame[] = []

  constructor(options: WorldOptions) {
    this.#options = options
    this.#today = dayAt(options.now, options.timeZone)
    this.#pictures = new WorldPictures(options.library)
    this.#players = new Players({ ...options, pictures: this.#pictures })
  }

  person(person: DemoPerson, groupId: string | null): Member {
    const deviceHash = sha256(demoDeviceId(person.username))
    const { username, avatar } = person
    const user: User = {
      id: idOf('user', this.#options.seed, deviceHash),
      deviceHash,
      username,
      avatar,
      groupId,
      finishedOnboarding: true,
      pushNotifications: true,
      createdAt: this.#arrival(person),
      groupsFounded: 0,
    }
    this.#users.push(user)
    return { user, person }
  }

  group({ name, avatar, difficulty, people, yesterday }: DemoGroup): Circle {
    const id = idOf('group', this.#options.seed, name)
    const members = people.map((person) => this.person(person, id))
    const host = members[0] as Member
    this.#users[this.#users.indexOf(host.user)] = { ...host.user, groupsFounded: 1 }
    return {
      group: {
        id,
        name,
        code: joinCodeOf(id),
        avatar,
        hostId: host.user.id,
        difficulty,
        createdAt: host.user.createdAt,
        members: members.map(({ user }) => ({ userId: user.id, joinedAt: user.createdAt })),
      },
      members,
      words: this.#words(name, difficulty, yesterday.word),
      yesterday,
    }
  }

  /** Plays a group's game of one day with the members who had joined by then. */
  playGroup({ group, members, words: ofDays, yesterday }: Circle, ago: number): void {
    const playing = members.filter(({ person }) => person.since >= ago)
    if (playing.length === 0) return
    const day = addDays(this.#today, -ago)
    const now = later(this.#hour(day, 0), group.createdAt)
    const game = createGame({
      id: idOf('group-game', group.id, day),
      kind: 'group',
      groupId: group.id,
      day,
      word: ofDays[ago] as string,
      now,
      userIds: [],
      together: togetherBefore(
        this.#games.findLast(({ groupId }) => groupId === group.id),
        () => false,
      ),
    })
    const joined = playing.reduce((all, { user }) => joinGame(all, user.id, later(now, user.createdAt)), game)
    this.#playDay(joined, playing, ago, group.id, ago === YESTERDAY ? yesterday.guesses : undefined)
  }

  /** Plays a public game of up to eight players. Today five have joined so far, without Robin. */
  playPublic(strangers: readonly Member[], ago: number): void {
    const day = addDays(this.#today, -ago)
    const random = this.#chance('public', day)
    const there = strangers.filter(({ person }) => person.since > ago && person.keen > 0)
    const playing = random.shuffle(there).slice(0, ago === 0 ? 5 : 8)
    if (playing.length < 2) return
    const now = this.#hour(day, 0)
    const game = createGame({
      id: idOf('public-game', this.#options.seed, day),
      kind: 'public',
      groupId: null,
      day,
      word: this.#words('public', 'easy')[ago] as string,
      now,
      userIds: [],
    })
    const joined = playing.reduce(
      (all, { user }, at) => joinGame(all, user.id, plus(now, (at + 1) * MINUTE)),
      game,
    )
    this.#playDay(joined, playing, ago, 'public')
  }

  world(groups: readonly Group[]): World {
    const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)
    return {
      format: 'inkling-world',
      version: 1,
      seed: this.#options.seed,
      users: [...this.#users].sort(byId),
      groups: [...groups].sort(byId),
      games: [...this.#games].sort(byId),
      reactions: [...this.#reactions].sort((a, b) => (a.gameId < b.gameId ? -1 : 1)),
      pushTokens: this.#pushTokens(),
      blobs: this.#pictures.blobs(),
    }
  }

  #playDay(
    game: Game,
    playing: readonly Member[],
    ago: number,
    circle: string,
    wrong?: readonly string[],
  ): void {
    if (ago === 0) this.#playToday(game, playing, circle)
    else this.#playPast(game, playing, ago, circle, wrong)
  }

  /**
   * Plays a whole day: turns in any order from the morning on, with some players absent and some who abandon their turn.
   * @param wrong what the first guesser takes the drawing for; then nobody is absent, and everybody else is right
   */
  #playPast(
    open: Game,
    playing: readonly Member[],
    ago: number,
    circle: string,
    wrong?: readonly string[],
  ): void {
    const day = addDays(this.#today, -ago)
    const random = this.#chance(circle, day)
    let game = open
    let at = plus(this.#hour(day, 7), random.whole(0, 90) * MINUTE)
    for (const { user, person } of random.shuffle(playing)) {
      const luck = wrong ? 0 : random.next()
      if (luck < person.keen) {
        const guesses = wrong && (game.entries.length === 1 ? wrong : 'right')
        const turn = this.#players.play(game, user.id, at, user.username, guesses)
        game = turn.game
        at = plus(turn.at, random.whole(6, 80) * MINUTE)
      } else if (luck > 0.97) {
        game = this.#players.abandon(game, user.id, at)
        at = plus(at, random.whole(10, 60) * MINUTE)
      }
    }
    this.#finish(game, day, circle)
  }

  /** Closes the game of a past day, and lets its players react. */
  #finish(game: Game, day: GameDay, circle: string): void {
    const end = dayEnd(day, this.#options.timeZone)
    const played = closeGame(game, end)
    this.#games.push(played)
    const reactions = reactionsTo(played, end, this.#chance(`reactions ${circle}`, day)).filter(
      ({ at }) => at <= this.#options.now,
    )
    if (reactions.length > 0) this.#reactions.push({ gameId: played.id, reactions })
  }

  /** Plays the first two or three turns of today. Mia has the next turn. */
  #playToday(open: Game, playing: readonly Member[], circle: string): void {
    const random = this.#chance(circle, this.#today)
    const others = random.shuffle(playing.filter(({ user }) => user.username !== 'Mia'))
    let game = open
    let at = plus(this.#hour(this.#today, 0), random.whole(6, 9) * MINUTE)
    for (const { user } of others.slice(0, 2 + (playing.length % 2))) {
      if (plus(at, 5 * MINUTE) > this.#options.now) break
      const turn = this.#players.play(game, user.id, at, user.username)
      game = turn.game
      at = plus(turn.at, random.whole(1, 3) * MINUTE)
    }
    this.#games.push(game)
  }

  /** When a player joined: early in the morning, or at midnight if they joined today. */
  #arrival({ since }: DemoPerson): Instant {
    return this.#hour(addDays(this.#today, -since), since === 0 ? 0 : 6)
  }

  /** The instant of an hour of a game day, in local time. */
  #hour(day: GameDay, hour: number): Instant {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    return instantOf(new TZDateMini(year, month - 1, date, hour, this.#options.timeZone).getTime())
  }

  /** @param ofYesterday yesterday's word, if it is fixed */
  #words(circle: string, difficulty: 'easy' | 'hard', ofYesterday?: string): readonly string[] {
    const drawable = words.filter(
      ({ word, difficulty: its }) =>
        its === difficulty && word !== ofYesterday && this.#options.library.has(word),
    )
    const ofDays = this.#chance('words', circle)
      .shuffle(drawable)
      .slice(0, MONTH + 1)
      .map(({ word }) => word)
    return ofYesterday === undefined ? ofDays : ofDays.with(YESTERDAY, ofYesterday)
  }

  #pushTokens(): PushToken[] {
    return this.#users.slice(0, 2).map((user) => ({
      token: `demo-push-${user.username.toLowerCase()}`,
      platform: 'web',
      userId: user.id,
      deviceId: null,
      createdAt: user.createdAt,
    }))
  }

  #chance(...of: string[]): Random {
    return new Random([this.#options.seed, ...of].join('\n'))
  }
}
