import { clientOf } from '@inkling/mock-server/contract/client/client'
import { RestoreFailedError, saveServerState } from '@inkling/scenarios/runner/server-state'
import type { Target } from '@inkling/scenarios/runner/targets/target'
import { counted } from '@inkling/scenarios/text/counted'
import { rescueWorld } from '../worlds/rescued-world.ts'
import { refusalOf } from './blocked-run.ts'

/**
 * Saves the clock, the faults and the world of a server, if it has controls and others use it.
 * @param name of what changes them, for the file of a world that cannot be restored
 * @param say tells how many faults are off until then; without it, they are not turned off
 * @returns a function that restores them.
 */
export async function restoreAfter(
  target: Target,
  name: 'simulation' | 'exploration' | 'conformance' | 'check',
  say?: (text: string) => void,
): Promise<() => Promise<void>> {
  if (!target.controls || !target.isShared) return async () => {}
  const restore = await saveServerState({ target, touchedClock: true, worldBefore: null }).catch((error) => {
    throw refusalOf(error)
  })
  const faults = say ? (await clientOf(target).getFaults()).length : 0
  if (faults > 0)
    say?.(
      `${counted(faults, 'fault')} ${faults === 1 ? 'is' : 'are'} off meanwhile, and on again afterwards.`,
    )
  return () =>
    restore().catch(async (error) => {
      throw error instanceof RestoreFailedError ? await rescueWorld(error, name) : error
    })
}
