import type { RememberedTurn } from '../../invariants/memory.ts'
import type { Expected } from './crowd.ts'
import type { Ask, Reply, SessionState } from './session.ts'

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
  /** The latest turn; null if there is none, or the player has passed it. */
  turn: (RememberedTurn & { readonly gameId: string }) | null = null
  digest = 0
  readonly state: SessionState

  constructor(player: Expected, token: string | null) {
    this.player = player
    this.rank = player.index
    this.due = player.arrivesAt
    this.state = { token }
  }
}
