import { clientOf } from '@inkling/mock-server/contract/client/client'
import { abortable } from '../../runner/targets/abortable.ts'
import type { Target } from '../../runner/targets/target.ts'
import type { LoadPart } from './part.ts'
import type { StopReason } from './stop-reason.ts'

export interface Preparing {
  readonly type: 'preparing'
  readonly done: number
  readonly of: number
}

export interface PreparedParts {
  /** The calls that were sent; if the preparation was stopped, the sign-ins that were answered. */
  readonly calls: number
  /** The game day before the load; null without controls, and if the preparation was stopped. */
  readonly dayBefore: string | null
  /** Why the preparation was stopped; null if it is complete. */
  readonly stopped: StopReason | null
}

/**
 * Prepares all parts of a load. Returns at once when the preparation is stopped, even if the server does not respond.
 * @param stopping aborts with a {@link StopReason}.
 * @throws {PreparationError} if the crowd could not be prepared.
 */
export async function prepareParts(
  parts: readonly LoadPart[],
  target: Target,
  stopping: AbortSignal,
  onProgress: (progress: Preparing) => void,
): Promise<PreparedParts> {
  const progress = parts.map(() => ({ done: 0, of: 0 }))
  const sum = (key: 'done' | 'of') => progress.reduce((all, each) => all + each[key], 0)
  const prepareAll = async (): Promise<PreparedParts> => {
    const admin = clientOf(target)
    const status = target.controls ? await admin.getControlStatus({}, { signal: stopping }) : null
    const calls = await Promise.all(
      parts.map((part, at) =>
        part.prepare((done, of) => {
          progress[at] = { done, of }
          if (!stopping.aborted) onProgress({ type: 'preparing', done: sum('done'), of: sum('of') })
        }),
      ),
    )
    const dayBefore = status?.day ?? null
    return { calls: calls.reduce((all, each) => all + each, 0), dayBefore, stopped: null }
  }
  try {
    return await abortable(prepareAll(), stopping)
  } catch (error) {
    if (!stopping.aborted) throw error
    return { calls: sum('done'), dayBefore: null, stopped: stopping.reason as StopReason }
  }
}
