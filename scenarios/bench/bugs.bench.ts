import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { question, table } from '../../mock-server/bench/report.ts'
import { cachedSketchbook } from '../bots/cached-sketchbook.ts'
import { loadSketchbook } from '../bots/library-sketchbook.ts'
import { conform } from '../conform/conform.ts'
import { explore } from '../explore/explore.ts'
import { shrunkFind } from '../explore/find.ts'
import { loadScenario } from '../runner/language/files/load.ts'
import { leaves } from '../runner/reports/report.ts'
import { runScenario, seedOf, UnmetNeeds } from '../runner/run.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { type MakeTarget, mutant } from './mutant.ts'
import { plantedBugs } from './planted.ts'

/*
 * `npm run bench bugs [seconds]`: plants each bug of planted.ts alone in a copy of the reference, and lets conform, the
 * scenario library and explore look for it. `seconds` is the time for each exploration, 120 by default.
 */

/** What one tool says of a bug. */
interface Verdict {
  /** The sentence that leads to the bug; null if the tool finds nothing. */
  readonly found: string | null
  readonly seconds: number
}

const root = process.cwd()
const seconds = Number(process.argv[2] ?? 120)
const sketchbook = cachedSketchbook(loadSketchbook())
const SEED = '1'

question(
  'Of bugs that a backend team could ship, how many do the tools find, each alone? The numbers are seconds until the bug is found.',
)
const library = await libraryFiles()
const bugs = await plantedBugs(root)
const rows: Record<string, string | number>[] = []
const found = { conform: 0, library: 0, explore: 0, any: 0 }
for (const [at, bug] of bugs.entries()) {
  const make = await mutant(root, bug, at)
  const verdicts = {
    conform: await timed(() => byConform(make)),
    library: await timed(() => byLibrary(make)),
    explore: await timed(() => byExploring(make)),
  }
  const all = Object.entries(verdicts)
  for (const [tool, verdict] of all) if (verdict.found !== null) found[tool as keyof typeof verdicts]++
  if (all.some(([, verdict]) => verdict.found !== null)) found.any++
  const shown = all.map(([tool, verdict]) => [
    tool,
    verdict.found === null ? '-' : verdict.seconds.toFixed(1),
  ])
  const sentence = (verdicts.explore.found ?? verdicts.library.found ?? verdicts.conform.found ?? '').slice(
    0,
    90,
  )
  rows.push({ bug: bug.title, ...Object.fromEntries(shown), sentence })
  process.stderr.write(`${at + 1} of ${bugs.length}: ${bug.title}: ${sentence || 'NOT FOUND'}\n`)
}
table(rows)
table([{ bugs: bugs.length, ...found }])

async function timed(look: () => Promise<string | null>): Promise<Verdict> {
  const startedAt = performance.now()
  return { found: await look(), seconds: (performance.now() - startedAt) / 1000 }
}

async function byConform(make: MakeTarget): Promise<string | null> {
  const { points } = await conform({ target: make({ seed: SEED }), sketchbook, seed: SEED, write: true })
  const failed = points.find(({ outcome }) => outcome === 'failed')
  return failed ? `${failed.rule}: ${failed.detail}` : null
}

async function byLibrary(make: MakeTarget): Promise<string | null> {
  for (const file of library) {
    const loaded = await loadScenario(file)
    const { clock } = loaded.scenario.config ?? {}
    const target = make({ seed: seedOf(loaded), ...(clock !== undefined && { clock }) })
    try {
      const { steps } = await runScenario(loaded, { target, sketchbook })
      const problem = leaves(steps).flatMap(({ problems }) => problems)[0]
      if (problem) return `${loaded.scenario.name}: ${problem.message}`
    } catch (error) {
      if (!(error instanceof UnmetNeeds)) throw error
    }
  }
  return null
}

async function byExploring(make: MakeTarget): Promise<string | null> {
  const at = (clock: string | null) => ({ seed: SEED, ...(clock !== null && { clock }) })
  const servers = {
    reference: async (clock: string | null) => inProcessTarget(at(clock)),
    target: async (clock: string | null) => make(at(clock)),
    isExact: true,
  }
  const common = { servers, sketchbook, serverSeed: SEED }
  let sentence: string | null = null
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
      const find = await shrunkFind(raw, {
        ...common,
        signal,
        shrinkMs: 60_000,
        command: 'npm run bench bugs',
      })
      sentence = `${find.title} (${find.steps} steps${find.isRepeated ? '' : ', does not repeat'})`
      return false
    },
    onProgress() {},
    signal: AbortSignal.timeout(seconds * 1000),
  })
  return sentence
}

async function libraryFiles(): Promise<string[]> {
  const folder = join(root, 'scenarios/library')
  const files = await readdir(folder, { recursive: true })
  return files
    .filter((file) => file.endsWith('.yaml') && !file.startsWith('lib/'))
    .map((file) => join(folder, file))
}
