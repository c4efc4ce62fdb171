import type { ServerAccess } from '@inkling/mock-server/contract/client/client'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import { type Conformance, conform, type PointResult } from '@inkling/scenarios/conform/conform'
import { Unreached } from '@inkling/scenarios/conform/findings'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { inProcessTarget } from '@inkling/scenarios/runner/targets/in-process-target'
import { accessTo, refuseDryRun, type Through } from '../../calls/access.ts'
import { EXIT, type ExitCode } from '../../cli-error.ts'
import { interruption } from '../../interruption.ts'
import { IN_PROCESS, type Settings, seedFor } from '../../settings/settings.ts'
import { restoreAfter } from './restored-server.ts'
import { refuseReadOnly } from './scenario-run.ts'

export interface ConformanceOptions {
  readonly write?: boolean
  readonly limits?: boolean
  readonly device?: string
  readonly through?: Through
  readonly say?: (text: string) => void
}

/** Checks the target against the documented API, point by point. */
export async function checkConformance(
  settings: Settings,
  { write = false, limits = false, device, say, through = (access) => access }: ConformanceOptions,
  onPoint: (result: PointResult) => void,
): Promise<{ conformance: Conformance; exitCode: ExitCode }> {
  refuseDryRun(settings)
  if (write) refuseReadOnly(settings, 'check with --write')
  const seed = seedFor(settings)
  const target =
    settings.url.value === IN_PROCESS
      ? inProcessTarget({ seed })
      : await httpTarget(through(write ? accessTo(settings, pooledFetch) : refusedOnly(settings)))
  const controls = write && target.controls
  const restore = write ? await restoreAfter(target, 'conformance', say) : async () => {}
  const interrupt = interruption()
  try {
    const conformance = await conform({
      target,
      sketchbook: loadSketchbook(),
      seed,
      write,
      controls,
      limits,
      signal: interrupt.signal,
      onPoint,
      ...(device !== undefined && { deviceId: device }),
    })
    return { conformance, exitCode: interrupt.codeOr(conformance.failed > 0 ? EXIT.threshold : EXIT.ok) }
  } finally {
    interrupt.release()
    await restore()
    await target.close()
  }
}

/**
 * The connection for checks without `--write`. They send only changes that a server must refuse, so no consent is needed.
 * With --read-only those points are skipped.
 */
function refusedOnly(settings: Settings): ServerAccess {
  const access = accessTo({ ...settings, writes: { value: true, source: 'default' } }, pooledFetch)
  if (!settings.readOnly) return access
  return {
    ...access,
    fetch: async (input, init) => {
      if ((init?.method ?? 'GET') !== 'GET') throw new Unreached('--read-only refuses to send it')
      return access.fetch(input, init)
    },
  }
}
