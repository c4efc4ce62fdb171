import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PERSONA_NAMES } from '../bots/personas.ts'
import type { Sketchbook } from '../bots/sketchbook.ts'
import { conform } from '../conform/conform.ts'
import { explore } from '../explore/explore.ts'
import { shrunkFind } from '../explore/find.ts'
import { loadScenario } from '../runner/language/files/load.ts'
import { leaves } from '../runner/reports/report.ts'
import { runScenario, seedOf, UnmetNeeds } from '../runner/run.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { simulate } from '../simulate/simulate.ts'
import type { MakeTarget } from './mutant.ts'

const SEED = '1'
/** The sentence needs no small scenario. */
const SHRINK_MS = 0
const NOON = '2026-01-05T12:00:00-05:00'

/** Looks for a bug. @returns the sentence that leads to it; null if it finds nothing */
type Find = (make: MakeTarget) => Promise<string | null>

/** The tools that look for bugs. @param seconds the processor time for each exploration, whatever else the machine does */
export function finders(root: string, sketchbook: Sketchbook, seconds: number) {
  const byConform: Find = async (make) => {
    const target = await make({ seed: SEED })
    const enough = new AbortController()
    const { points } = await conform({
      target,
      sketchbook,
      seed: SEED,
      write: true,
      controls: true,
      signal: enough.signal,
      onPoint: ({ outcome }) => outcome === 'failed' && enough.abort(),
    })
    await target.close()
    const failed = points.find(({ outcome }) => outcome === 'failed')
    return failed ? `${failed.rule}: ${failed.detail}` : null
  }

  const byLibrary: Find = async (make) => {
    for (const file of await libraryFiles(root)) {
      const loaded = await loadScenario(file)
      const { clock } = loaded.scenario.config ?? {}
      const target = await make({ seed: seedOf(loaded), ...(clock !== undefined && { clock }) })
      try {
        const { steps } = await runScenario(loaded, { target, sketchbook })
        const problem = leaves(steps).flatMap(({ problems }) => problems)[0]
        if (problem) return `${loaded.scenario.name}: ${problem.message}`
      } catch (error) {
        if (!(error instanceof UnmetNeeds)) throw error
      } finally {
        await target.close()
      }
    }
    return null
  }

  const bySimulating: Find = async (make) => {
    const target = await make({ seed: SEED, clock: NOON })
    const personas = PERSONA_NAMES
    // A player of each persona in each group.
    const plan = { groups: 2, players: personas.length, strangers: 10, days: 5, personas, invariants: true }
    const { violations } = await simulate({ target, sketchbook, seed: SEED, ...plan })
    await target.close()
    return violations[0] ?? null
  }

  const byExploring: Find = async (make) => {
    const at = (clock: string | null) => ({ seed: SEED, ...(clock !== null && { clock }) })
    const servers = {
      reference: async (clock: string | null) => inProcessTarget(at(clock)),
      target: (clock: string | null) => make(at(clock)),
      isExact: true,
    }
    const common = { servers, sketchbook, serverSeed: SEED }
    let sentence: string | null = null
    const end = new AbortController()
    const before = process.cpuUsage()
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before)
      if (user + system > seconds * 1e6) end.abort()
    }, 100)
    await explore({
      ...common,
      seed: SEED,
      players: 10,
      controls: true,
      only: new Set(),
      leftOut: new Map(),
      actions: Number.POSITIVE_INFINITY,
      untilCovered: false,
      async onFind(raw) {
        const signal = new AbortController().signal
        const plan = { ...common, signal, shrinkMs: SHRINK_MS, command: 'npm run bench bugs' }
        const find = await shrunkFind(raw, plan)
        sentence = `${find.title}, ${find.section} in API.md (${find.steps} steps${find.isRepeated ? '' : ', does not repeat'})`
        return false
      },
      onProgress() {},
      signal: end.signal,
    })
    clearInterval(watch)
    return sentence
  }

  return { conform: byConform, library: byLibrary, explore: byExploring, simulate: bySimulating }
}

async function libraryFiles(root: string): Promise<string[]> {
  const folder = join(root, 'scenarios/library')
  const files = await readdir(folder)
  return files.filter((file) => file.endsWith('.yaml')).map((file) => join(folder, file))
}
