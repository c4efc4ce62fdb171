import type { DailyGames } from '@inkling/mock-server/contract/schemas/admin'
import { connect } from '../../calls/connect.ts'
import { listen } from '../../calls/event-stream.ts'
import type { Settings } from '../../settings/settings.ts'

export interface DailyProgress {
  readonly gamesCreated: number
  readonly gamesCompleted: number
  /** The maximum of each of the two counts. */
  readonly groups: number
}

/**
 * Closes earlier games and creates today's on the target.
 * @param onProgress called after each batch on a reference server.
 */
export async function triggerDaily(
  settings: Settings,
  onProgress?: (progress: DailyProgress) => void,
): Promise<DailyGames> {
  const stop = new AbortController()
  if (onProgress && !settings.dryRun) await watchRollOver(settings, stop.signal, onProgress)
  try {
    return await connect(settings).triggerDailyGames()
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
