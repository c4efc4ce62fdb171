import type { LoadedScenario } from './language/files/loaded-scenario.ts'
import type { InProcessTargetOptions } from './targets/in-process-target.ts'

/** The options of the server that a run starts for a scenario. */
export function serverOptionsOf(
  { scenario }: Pick<LoadedScenario, 'scenario'>,
  seed: string,
): InProcessTargetOptions {
  const { clock, timeZone, words } = scenario.config ?? {}
  return {
    seed,
    ...(clock !== undefined && { clock }),
    ...(timeZone !== undefined && { timeZone }),
    ...(words && { words }),
  }
}
