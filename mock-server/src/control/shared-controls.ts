import type { PushMessage } from '../engine/ports.ts'
import type { ControlledClock } from './clock.ts'
import type { Outbox } from './outbox.ts'

/** What all processes over one store have in common of the controls. */
export interface SharedControls {
  /** How many processes there are. */
  readonly count: number
  /** Resolves when every process has the new time. What `change` throws leaves the clock as it is. */
  changeClock(change: (clock: ControlledClock) => void): Promise<void>
  /** The newest push messages of all processes, oldest first. */
  sentMessages(): Promise<readonly PushMessage[]>
  forgetMessages(): Promise<void>
  /** Faults are of one process: the one in which they were set last. */
  clearFaultsElsewhere(): Promise<void>
  /** @param clear clears the faults of this process, when another one asks for it */
  onClearFaults(clear: () => void): void
}

/** The controls of a process that has its store alone. */
export const ownControls = (clock: ControlledClock, outbox: Outbox): SharedControls => ({
  count: 1,
  changeClock: async (change) => change(clock),
  sentMessages: async () => outbox.sent.map(({ message }) => message),
  forgetMessages: async () => outbox.clear(),
  clearFaultsElsewhere: async () => {},
  onClearFaults: () => {},
})
