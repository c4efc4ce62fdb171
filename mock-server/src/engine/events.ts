import type { GameDay } from '../rules/day.ts'
import type { GameEvent } from '../rules/game-events.ts'
import type { Instant } from '../rules/instant.ts'
import type { ReactionEvent } from '../rules/reactions.ts'

/** Something that happened and is stored. Listeners receive it after the commit. */
export type DomainEvent =
  | GameEvent
  | (ReactionEvent & { readonly type: 'reaction'; readonly gameId: string; readonly username: string })
  | { readonly type: 'day-started'; readonly day: GameDay }
  /** A batch of the roll-over to this day is done. The numbers include all batches so far. */
  | {
      readonly type: 'roll-over'
      readonly day: GameDay
      readonly gamesCreated: number
      readonly gamesCompleted: number
    }
  /** A day starts that is earlier than the latest one: the clock was ahead, and its mark in the future is ignored. */
  | { readonly type: 'clock-was-ahead'; readonly day: GameDay; readonly latestDay: GameDay }
  /** All data was replaced, so everything cached about the world is invalid. */
  | { readonly type: 'world-replaced' }

export type TimedEvent = DomainEvent & { readonly at: Instant }

/** @param isOwn whether it happened in this process */
type Listener = (event: TimedEvent, isOwn: boolean) => void

/**
 * Publishes events of this and other processes to the listeners in this process: sockets, the console's stream, the
 * push transport.
 */
export class Events {
  readonly #listeners = new Set<Listener>()
  readonly #onProblem: (problem: unknown) => void

  /** @param onProblem called if a listener throws. The event stays published, and other listeners receive it. */
  constructor(onProblem: (problem: unknown) => void) {
    this.#onProblem = onProblem
  }

  /** @returns how to stop listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish(event: TimedEvent, isOwn = true): void {
    for (const listener of this.#listeners) {
      try {
        listener(event, isOwn)
      } catch (problem) {
        this.#onProblem(problem)
      }
    }
  }
}
