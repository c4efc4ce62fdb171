import type { GameDay } from '../rules/day.ts'
import type { GameEvent } from '../rules/game-events.ts'
import type { Instant } from '../rules/instant.ts'
import type { ReactionEvent } from '../rules/reactions.ts'

/** Something that has happened and is kept; listeners hear of it after the commit. */
export type DomainEvent =
  | GameEvent
  | (ReactionEvent & { readonly type: 'reaction'; readonly gameId: string; readonly username: string })
  | { readonly type: 'day-started'; readonly day: GameDay }
  /** A batch of the roll-over to this day is done; the numbers are those of all batches so far. */
  | {
      readonly type: 'roll-over'
      readonly day: GameDay
      readonly gamesCreated: number
      readonly gamesCompleted: number
    }
  /** A day begins that is earlier than the latest: the clock was ahead, and its mark in the future is ignored. */
  | { readonly type: 'clock-was-ahead'; readonly day: GameDay; readonly latestDay: GameDay }
  /** Everything is another now: what anybody remembers of the world no longer holds. */
  | { readonly type: 'world-replaced' }

export type TimedEvent = DomainEvent & { readonly at: Instant }

/** @param isOwn whether it happened in this process */
type Listener = (event: TimedEvent, isOwn: boolean) => void

/** Tells listeners of this process what has happened, here or in another process: sockets, the stream of the console, the push transport. */
export class Events {
  readonly #listeners = new Set<Listener>()
  readonly #onProblem: (problem: unknown) => void

  /** @param onProblem told about a listener that throws: what has happened stays, and the others hear of it. */
  constructor(onProblem: (problem: unknown) => void) {
    this.#onProblem = onProblem
  }

  /** @returns how to stop listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(event: TimedEvent, isOwn = true): void {
    for (const listener of this.#listeners) {
      try {
        listener(event, isOwn)
      } catch (problem) {
        this.#onProblem(problem)
      }
    }
  }
}
