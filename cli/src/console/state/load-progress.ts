import type { LiveView } from '@inkling/scenarios/load/figures/live-view'
import type { LoadEvent } from '@inkling/scenarios/load/generator/run-load'

/** A load that this console runs, or ran last. */
export interface LoadProgress {
  /** The id of the log entry whose command runs it. */
  readonly entry: number
  /** Its current activity, or its outcome. */
  readonly says: string
  /** The figures of the last second; null before the first one. */
  readonly view: LiveView | null
  readonly isOver: boolean
}

export type LoadMessage = LoadEvent & { readonly about: 'load' }

export const isLoadMessage = (message: unknown): message is LoadMessage =>
  (message as Partial<LoadMessage> | null)?.about === 'load'

/** The load, updated by a message. */
export function loadAfter(load: LoadProgress, message: LoadMessage): LoadProgress {
  switch (message.type) {
    case 'preparing':
      return { ...load, says: `preparing ${message.done} of ${message.of} players` }
    case 'slice':
      return { ...load, view: message.view, says: message.view.isWarmUp ? 'warm-up' : 'measuring' }
    case 'clock':
      return { ...load, says: `the clock was moved: ${message.what}` }
    case 'checking':
      return { ...load, says: 'checking the rules of all games' }
  }
}
