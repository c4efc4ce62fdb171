import { loadLocks } from '@inkling/mock-server/machine'
import { explain } from '../../explain.ts'
import type { Finding } from './finding.ts'

/** Checks whether the modules with native code can be loaded: an installation without optional packages lacks them. */
export async function nativeModules(
  load: () => Promise<unknown> = () =>
    Promise.all([import('@inkling/scenarios/bots/library-sketchbook'), loadLocks()]),
): Promise<Finding> {
  const about = 'native modules'
  try {
    await load()
    return { about, state: 'good', finding: 'can be loaded' }
  } catch (error) {
    return { about, state: 'bad', finding: explain(error).sentence ?? String(error) }
  }
}
