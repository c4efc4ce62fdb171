import { setTimeout as pause } from 'node:timers/promises'
import { OwnerBusyError } from '../../engine/store.ts'
import { Locks } from '../shared/locks.ts'

/** A turn in the queue of an owner. */
interface Entered {
  /** Whether others of this process were in the queue, so that other processes may have such a queue too. */
  readonly isContended: boolean
  leave(): void
}

/** One queue per owner in this process: its transactions run one at a time, because concurrent ones would conflict. */
export class OwnerQueues {
  readonly #locks = new Locks()
  readonly #sizes = new Map<string, number>()

  /** @throws {OwnerBusyError} if the wait takes longer than `maxWaitMs`. */
  async enter(owner: string, maxWaitMs: number): Promise<Entered> {
    const ahead = this.#sizes.get(owner) ?? 0
    this.#sizes.set(owner, ahead + 1)
    const turn = this.#locks.acquire(owner)
    const leave = () => {
      const left = (this.#sizes.get(owner) ?? 1) - 1
      if (left > 0) this.#sizes.set(owner, left)
      else this.#sizes.delete(owner)
      void turn.then((release) => release())
    }
    if (ahead === 0) return { isContended: false, leave }
    const timer = new AbortController()
    const timeout = pause(maxWaitMs, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const)
    if ((await Promise.race([turn, timeout])) === 'late') {
      leave()
      throw new OwnerBusyError(owner)
    }
    timer.abort()
    return { isContended: true, leave }
  }
}
