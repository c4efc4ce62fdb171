import { RestoreFailedError, saveServerState } from '@inkling/scenarios/runner/server-state'
import type { Target } from '@inkling/scenarios/runner/targets/target'
import { rescueWorld } from '../worlds/rescued-world.ts'
import { refusalOf } from './blocked-run.ts'

/**
 * Saves the clock, the faults and the world of a server.
 * @param name of what changes them, for the file of a world that cannot be restored
 * @returns a function that restores them.
 */
export async function restoreAfter(
  target: Target,
  name: 'simulation' | 'exploration' | 'conformance' | 'check',
): Promise<() => Promise<void>> {
  const restore = await saveServerState({ target, touchedClock: true, worldBefore: null }).catch((error) => {
    throw refusalOf(error)
  })
  return () =>
    restore().catch(async (error) => {
      throw error instanceof RestoreFailedError ? await rescueWorld(error, name) : error
    })
}
