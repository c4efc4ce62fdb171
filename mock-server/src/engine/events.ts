import type { GameEvent } from '../core/rules/game/game-events.ts'
import type { ReactionEvent } from '../core/rules/game/reactions.ts'
import type { GameDay } from '../core/rules/time/day.ts'
import type { Instant } from '../core/rules/time/instant.ts'

/** A reaction to a step of a game was added, changed or removed. */
export type GameReaction = ReactionEvent & {
  readonly type: 'reaction'
  readonly gameId: string
  readonly username: string
}

/** Something that happened. Published after its transaction has committed. */
export type DomainEvent =
  | GameEvent
  | GameReaction
  | { readonly type: 'reported'; readonly gameId: string | null; readonly userId: string }
  | { readonly type: 'report-taken-back'; readonly gameId: string | null; readonly userId: string }
  | { readonly type: 'decided'; readonly userId: string }
  /** A device of the player was signed out, or the account deleted. */
  | { readonly type: 'signed-out'; readonly userId: string }
  | { readonly type: 'day-started'; readonly day: GameDay }
  /** A batch of the roll-over to this day is done. The numbers are totals of all batches so far. */
  | {
      readonly type: 'roll-over'
      readonly day: GameDay
      readonly gamesCreated: number
      readonly gamesCompleted: number
    }
  /** A day starts that is earlier than the latest roll-over: the clock was ahead and has been set back. */
  | { readonly type: 'clock-was-ahead'; readonly day: GameDay; readonly latestDay: GameDay }
  /** The admin key was replaced, which ends the streams of those who have the old one. */
  | { readonly type: 'admin-key-replaced' }
  /** All data was replaced, so all caches are invalid. */
  | { readonly type: 'world-replaced' }

export type TimedEvent = DomainEvent & { readonly at: Instant }

/** Whether the player of the event may have lost access, so that open sockets must be admitted again. */
export const mayEndAccess = (event: TimedEvent): event is TimedEvent & { type: 'decided' | 'signed-out' } =>
  event.type === 'decided' || event.type === 'signed-out'

/** @param isOwn whether it happened in this process */
type Listener = (event: TimedEvent, isOwn: boolean) => void

/**
 * Passes events of this and other processes to the listeners in this process, such as sockets and the console's event
 * stream.
 */
export class Events {
  readonly #listeners = new Set<Listener>()
  readonly #onProblem: (problem: unknown) => void

  /** @param onProblem called if a listener throws. The other listeners still receive the event. */
  constructor(onProblem: (problem: unknown) => void) {
    this.#onProblem = onProblem
  }

  get listenerCount(): number {
    return this.#listeners.size
  }

  /** @returns a function that removes the listener. */
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
