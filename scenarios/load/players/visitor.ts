import type { Remembered } from '../../invariants/remembered.ts'
import type { Expected } from './crowd.ts'
import type { Ask, Reply, SessionState } from './session.ts'

interface HeldTurn {
  readonly gameId: string
  readonly turnId: string
  /** What is to be drawn; null in a turn of guessing. */
  readonly word: string | null
  /** The guesses that the server has answered. */
  readonly guesses: Set<string>
}

/** A player of a running load with their next call. */
export class Visitor {
  readonly player: Expected
  readonly rank: number
  /** When the next call is due, in milliseconds from the start. */
  due: number
  /** The earliest time to send it: when the previous response arrived. */
  ready = 0
  ask: Ask | null = null
  steps: Generator<Ask, void, Reply> | null = null
  turn: HeldTurn | null = null
  /** The latest turn that the server has acknowledged. */
  submitted: { readonly gameId: string; readonly own: Remembered } | null = null
  digest = 0
  readonly state: SessionState

  constructor(player: Expected, token: string | null) {
    this.player = player
    this.rank = player.index
    this.due = player.arrivesAt
    this.state = { token }
  }
}
