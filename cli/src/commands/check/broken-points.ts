import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedSketchbook } from '@inkling/scenarios/bots/cached-sketchbook'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import type { PointResult } from '@inkling/scenarios/conform/conform'
import { findOfPoint } from '@inkling/scenarios/explore/broken-point'
import type { Find } from '@inkling/scenarios/explore/find'
import { writeScenario } from '@inkling/scenarios/record/save'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { accessTo, type Through } from '../../calls/access.ts'
import { invocation } from '../../command-line/invocation.ts'
import { explain } from '../../explain.ts'
import { interruption } from '../../interruption.ts'
import { SCENARIO_SCHEMA } from '../../places.ts'
import { IN_PROCESS, type Settings } from '../../settings/settings.ts'
import { refusalOf } from '../scenarios/blocked-run.ts'
import { scenarioCommand, serversFor } from '../scenarios/exploration.ts'
import { restoreAfter } from '../scenarios/restored-server.ts'

/** A server that breaks more has one cause, as a rule. */
const MAX_SEARCHED = 6
const SHRINK_MS = 20_000

interface PointScenarioOptions {
  /** The folder for the scenarios. */
  readonly out: string
  readonly through: Through
  readonly say: (text: string) => void
}

/** A command that shows how a rule is broken, or why there is none. */
export type Showing = { readonly command: string } | { readonly reason: string }

/** Writes a small scenario for each broken point, as far as one can show it. @returns their commands, by the rule */
export async function pointScenarios(
  broken: readonly PointResult[],
  settings: Settings,
  { out, through, say }: PointScenarioOptions,
): Promise<ReadonlyMap<string, Showing>> {
  const shownBy = new Map<string, Showing>()
  const { url, seed } = settings
  if (broken.length === 0 || url.value === IN_PROCESS) return shownBy
  say('searching for small scenarios of the broken rules ...')
  const target = await httpTarget(through(accessTo(settings, pooledFetch)))
  const restore = await restoreAfter(target, 'check')
  const beginning = target.controls ? ' in an empty world without faults' : ''
  const interrupt = interruption()
  const files = new Map<string, string>()
  try {
    const { servers, serverSeed } = await serversFor(target, String(seed.value), false)
    const plan = {
      servers,
      serverSeed,
      sketchbook: cachedSketchbook(loadSketchbook()),
      controls: target.controls,
      signal: interrupt.signal,
      shrinkMs: SHRINK_MS,
      command: `${invocation()} check --target ${url.value} --seed ${seed.value}`,
    }
    for (const [at, { rule }] of broken.entries()) {
      const unshown = (reason: string) => shownBy.set(rule, { reason: `no small scenario: ${reason}` })
      if (at >= MAX_SEARCHED || interrupt.signal.aborted) {
        unshown(at >= MAX_SEARCHED ? `only the first ${MAX_SEARCHED} broken rules get one` : 'interrupted')
        continue
      }
      let find: Find | null
      try {
        find = await findOfPoint(rule, plan)
      } catch (error) {
        // The verdict does not depend on a scenario that shows it.
        unshown(explain(refusalOf(error)).sentence ?? String(error))
        continue
      }
      if (!find?.run) {
        unshown(
          find
            ? 'no step can expect the difference'
            : `no replay of its calls${beginning} shows the difference`,
        )
        continue
      }
      let file = files.get(find.title)
      if (file === undefined) {
        await mkdir(out, { recursive: true })
        const name = `rule-${seed.value}-${files.size + 1}.yaml`
        file = await writeScenario(join(out, name), find.text, SCENARIO_SCHEMA)
        files.set(find.title, file)
      }
      shownBy.set(rule, { command: scenarioCommand(file, url.value) })
    }
    return shownBy
  } finally {
    interrupt.release()
    await restore()
    await target.close()
  }
}
