import type { GameDay } from '../../rules/day.ts'
import { type Game, turnDeadline } from '../../rules/game.ts'
import type { Instant } from '../../rules/instant.ts'
import { LargeMap } from './large-map.ts'
import { SortedKeys } from './sorted-keys.ts'

/** The ids of the open games of one day. */
interface OpenDay {
  /** Without a turn. Only the few games with a turn need an order, so that starting a turn takes constant time. */
  readonly idle: LargeMap<true>
  /** By the deadline of the turn. */
  readonly playing: SortedKeys
}

/** Ids of the open games, by day. */
export class OpenGames {
  readonly #days = new Map<GameDay, OpenDay>()

  /** Days with open games, the oldest first. */
  get days(): GameDay[] {
    return [...this.#days.keys()].sort()
  }

  has(day: GameDay): boolean {
    return this.#days.has(day)
  }

  /** The games of a day in which no turn is running or in its grace period. */
  *due(day: GameDay, now: Instant): Generator<string> {
    const games = this.#days.get(day)
    if (!games) return
    yield* games.idle.keys()
    for (const [key, id] of games.playing.entriesFrom('')) {
      if (deadlineIn(key) > now) return
      yield id
    }
  }

  /** Called when a game is added, changed or removed. */
  changed(before: Game | undefined, after: Game | null): void {
    const old = before?.completedAt === null ? before : null
    const open = after?.completedAt === null ? after : null
    if (old && open && old.day === open.day && playingKey(old) === playingKey(open)) return
    if (old) this.#remove(old)
    if (open) this.#add(open)
  }

  #add(game: Game): void {
    const { idle, playing } = this.#days.get(game.day) ?? this.#newDay(game.day)
    const key = playingKey(game)
    if (key === null) idle.set(game.id, true)
    else playing.add(key, game.id)
  }

  #remove(game: Game): void {
    const games = this.#days.get(game.day)
    if (!games) return
    const key = playingKey(game)
    if (key === null) games.idle.delete(game.id)
    else games.playing.remove(key)
    if (games.idle.size === 0 && games.playing.size === 0) this.#days.delete(game.day)
  }

  #newDay(day: GameDay): OpenDay {
    const games = { idle: new LargeMap<true>(), playing: new SortedKeys() }
    this.#days.set(day, games)
    return games
  }
}

/** Null if nobody is playing. */
const playingKey = ({ turn, id }: Game): string | null => turn && `${turnDeadline(turn)} ${id}`

const deadlineIn = (key: string): Instant => key.slice(0, key.indexOf(' '))
