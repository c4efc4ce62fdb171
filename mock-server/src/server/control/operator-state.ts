import * as z from 'zod/mini'
import { announcement, maintenance } from '../../core/contract/schemas/operator.ts'
import { gameDay, instant } from '../../core/contract/schemas/primitives.ts'
import type { StoredValue } from '../../engine/operator-store.ts'

/** A value of this process only. */
export function memoryValue(): StoredValue {
  let value: unknown = null
  return {
    get: async () => value,
    async change(change) {
      const changed = change(value)
      value = changed
      return changed
    },
  }
}

const operatorData = z.object({
  /** Incremented by each change, so that a read that began before it does not undo it. */
  version: z.number(),
  maintenance: z.nullable(maintenance),
  /** The days whose whole evening was under maintenance, which streaks leave out. Absent in data of earlier versions. */
  eveningsOff: z.optional(z.array(gameDay)),
  /** Newest first. */
  announcements: z.array(announcement),
  /** When the last save was written and checked, by the system clock; null for never. */
  lastSave: z._default(z.nullable(instant), null),
  /** Whether the data is another server's, so that no push messages are sent. */
  isPushHeld: z._default(z.boolean(), false),
})
export type OperatorData = z.infer<typeof operatorData>

const NOTHING: OperatorData = {
  version: 0,
  maintenance: null,
  announcements: [],
  lastSave: null,
  isPushHeld: false,
}

/** The maintenance, the announcements and the state of the backups of a server. Every call reads them, so each process has them in memory. */
export class OperatorState {
  readonly #value: StoredValue
  #current = NOTHING

  constructor(value: StoredValue = memoryValue()) {
    this.#value = value
  }

  /** As this process has read or changed it last. */
  get current(): OperatorData {
    return this.#current
  }

  /** Reads what other processes have changed. */
  async read(): Promise<void> {
    this.#use(parsed(await this.#value.get()))
  }

  async change(change: (before: OperatorData) => Partial<OperatorData>): Promise<OperatorData> {
    const changed = await this.#value.change((stored) => {
      const before = parsed(stored)
      return { ...before, ...change(before), version: before.version + 1 }
    })
    this.#use(changed)
    return changed
  }

  #use(data: OperatorData): void {
    if (data.version > this.#current.version) this.#current = data
  }
}

const parsed = (stored: unknown): OperatorData => (stored === null ? NOTHING : operatorData.parse(stored))
