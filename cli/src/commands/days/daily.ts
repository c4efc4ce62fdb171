import type { DailyGames } from '@inkling/mock-server/contract/schemas/admin'
import { connect } from '../../calls/connect.ts'
import { listen } from '../../calls/event-stream.ts'
import { readTargetFacts } from '../../calls/target-facts.ts'
import type { Settings } from '../../settings/settings.ts'

export interface DailyProgress {
  readonly gamesCreated: number
  readonly gamesCompleted: number
  /** The maximum of each of the two counts. */
  readonly groups: number
}

export interface TriggeredGames extends DailyGames {
  /** The time zone of the date; null if the target does not report one. */
  readonly timeZone: string | null
}

/**
 * Closes earlier games and creates today's on the target.
 * @param onProgress called after each batch on a reference server.
 */
export async function triggerDaily(
  settings: Settings,
  onProgress?: (progress: DailyProgress) => void,
): Promise<TriggeredGames> {
  const stop = new AbortController()
  if (onProgress && !settings.dryRun) await watchRollOver(settings, stop.signal, onProgress)
  try {
    const daily = await connect(settings).triggerDailyGames()
    // Cached: the audit of the call has read them. So this does not fail after a trigger that worked.
    const { timeZone } = await readTargetFacts(settings)
    return { ...daily, timeZone }
  } finally {
    stop.abort()
  }
}

/** Resolves once events arrive, or when there are none: the roll-over does not depend on them. */
async function watchRollOver(
  settings: Settings,
  signal: AbortSignal,
  onProgress: (progress: DailyProgress) => void,
): Promise<void> {
  const status = await connect(settings)
    .getControlStatus()
    .catch(() => null)
  if (!status) return
  const { groups = 0 } = status.counts
  await new Promise<void>((resolve) => {
    const watched = listen(
      settings,
      signal,
      ({ type, gamesCreated = 0, gamesCompleted = 0 }) => {
        if (type === 'roll-over') onProgress({ gamesCreated, gamesCompleted, groups })
      },
      resolve,
    )
    watched.then(resolve, () => resolve())
  })
}
