import { loadLocks } from '@inkling/mock-server/machine'
import { explain } from '../../explain.ts'
import { bad, type Finding, good } from './finding.ts'

/** Checks whether the modules with native code can be loaded: an installation without optional packages lacks them. */
export async function nativeModules(
  load: () => Promise<unknown> = () =>
    Promise.all([import('@inkling/scenarios/bots/library-sketchbook'), loadLocks()]),
): Promise<Finding> {
  const about = 'native modules'
  try {
    await load()
    return good(about, 'can be loaded')
  } catch (error) {
    return bad(about, explain(error).sentence ?? String(error))
  }
}
