import { type Client, clientOf } from '@inkling/mock-server/contract/client/client'
import type { RunReport } from './reports/report.ts'
import type { Target, World } from './targets/target.ts'

/** What a run has changed on its server. */
interface Touched {
  readonly target: Target
  /** Whether the clock must be restored. */
  touchedClock: boolean
  /** The world to restore; null if there is none. */
  worldBefore: World | null
}

/** The server could not be restored. Contains its world from before the run. */
export class RestoreFailedError extends Error {
  override name = 'RestoreFailedError'
  readonly url: string
  readonly world: World | null
  /** The report of the run; null if the error is not of a run. */
  readonly run: RunReport | null = null

  constructor(cause: unknown, url: string, world: World | null) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.url = url
    this.world = world
  }
}

/**
 * Saves the clock, the faults and, on a shared server, the world. Restoring the world discards changes
 * that others made during the run.
 * @returns a function that restores everything; it throws {@link RestoreFailedError}.
 */
export async function saveServerState(session: Touched): Promise<() => Promise<void>> {
  const { target } = session
  if (!target.controls) return async () => {}
  const admin = clientOf(target)
  if (target.isShared) session.worldBefore = await admin.exportWorld()
  const faults = await admin.getFaults()
  const clock = await admin.getClock()
  const startedAt = Date.now()
  return async () => {
    try {
      // Restore the clock first: any call may trigger a roll-over that is due by the current clock.
      if (session.touchedClock) await restoreClock(admin, clock, startedAt)
      await admin.putFaults({ body: faults })
      if (session.worldBefore) await admin.restoreWorld({ body: session.worldBefore })
    } catch (error) {
      throw new RestoreFailedError(error, target.baseUrl, session.worldBefore)
    }
  }
}

async function restoreClock(
  admin: Client,
  { mode, now }: Awaited<ReturnType<Client['getClock']>>,
  startedAt: number,
): Promise<void> {
  await admin.changeClock({ body: mode === 'frozen' ? { freeze: true } : { resume: true } })
  if (mode === 'system') return
  const elapsedMs = mode === 'frozen' ? 0 : Date.now() - startedAt
  await admin.changeClock({ body: { set: new Date(Date.parse(now) + elapsedMs).toISOString() } })
}
