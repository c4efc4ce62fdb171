import type { PushMessage } from '../engine/ports.ts'
import type { ControlledClock } from './clock.ts'
import type { Outbox } from './outbox.ts'

/** Controls shared by all processes over one store. */
export interface SharedControls {
  /** The number of processes. */
  readonly count: number
  /** Resolves when every process uses the new time. If `change` throws, the clock is unchanged. */
  changeClock(change: (clock: ControlledClock) => void): Promise<void>
  /** The newest push messages of all processes, oldest first. */
  sentMessages(): Promise<readonly PushMessage[]>
  clearMessages(): Promise<void>
  /** Clears the faults of the other processes: only the process that set faults last has any. */
  clearFaultsElsewhere(): Promise<void>
  /** @param clear clears the faults of this process; called when another process requests it. */
  onClearFaults(clear: () => void): void
}

/** The controls of a single process. */
export const singleProcessControls = (clock: ControlledClock, outbox: Outbox): SharedControls => ({
  count: 1,
  changeClock: async (change) => change(clock),
  sentMessages: async () => outbox.sent.map(({ message }) => message),
  clearMessages: async () => outbox.clear(),
  clearFaultsElsewhere: async () => {},
  onClearFaults: () => {},
})
