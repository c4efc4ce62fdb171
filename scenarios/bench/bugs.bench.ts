import { appendFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { question, table } from '../../mock-server/bench/report.ts'
import { cachedSketchbook } from '../bots/cached-sketchbook.ts'
import { loadSketchbook } from '../bots/library-sketchbook.ts'
import { finders } from './finders.ts'
import { mutant } from './mutant.ts'
import { type Bug, plantedBugs } from './planted.ts'
import { knownVerdicts, type Verdict } from './verdict.ts'

/*
 * `npm run bench bugs [seconds [first [last]]] [-- --tools explore,conform --results FILE]`: plants each bug of the folder
 * `planted` alone in a copy of the reference, and lets conform, the scenario library, explore and simulate look for it.
 * `seconds` is the processor time for each exploration, 120 by default; `first` and `last` are the numbers of the bugs, from 1.
 * `--tools` names the tools that look. `--results` appends each verdict to a file as it comes; a bug that a tool has
 * found in the file already is not looked for by that tool again.
 */

const root = process.cwd()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tools: { type: 'string' }, results: { type: 'string' } },
})
const [seconds = 120, first = 1, last = Number.POSITIVE_INFINITY] = positionals.map(Number)

question(
  'Of bugs that a backend team could ship, how many do the tools find, each alone? The numbers are seconds of processor time until the bug is found.',
)
const all = finders(root, cachedSketchbook(loadSketchbook()), seconds)
const names = (values.tools?.split(',') ?? Object.keys(all)) as (keyof typeof all)[]
for (const name of names)
  if (!(name in all)) throw new Error(`--tools: '${name}' is not one of ${Object.keys(all).join(', ')}`)
const bugs = (await plantedBugs(root)).slice(first - 1, last)
const known = await knownVerdicts(values.results)
for (const [at, bug] of bugs.entries()) {
  const number = first + at
  const missing = names.filter((tool) => !known.get(bug.title)?.get(tool)?.found)
  if (missing.length === 0) continue
  const make = await mutant(root, bug, number)
  process.stderr.write(`${number}: ${bug.title}\n`)
  for (const tool of missing) await note(bug, tool, await timed(() => all[tool](make)))
}
const rows = bugs.map(({ title }) => ({ title, by: known.get(title) ?? new Map<string, Verdict>() }))
const tools = [...new Set(rows.flatMap(({ by }) => [...by.keys()]))]
table(
  rows.map(({ title, by }) => ({
    bug: title,
    ...Object.fromEntries(tools.map((tool) => [tool, shown(by.get(tool))])),
    sentence: ([...by.values()].flatMap(({ found }) => found ?? [])[0] ?? '').slice(0, 90),
  })),
)
const foundBy = (...some: string[]) =>
  rows.filter(({ by }) => some.some((tool) => by.get(tool)?.found)).length
table([
  {
    bugs: bugs.length,
    ...Object.fromEntries(tools.map((tool) => [tool, foundBy(tool)])),
    'conform or library': foundBy('conform', 'library'),
    any: foundBy(...tools),
  },
])
// A tool that a bug has stopped may still wait for a response.
process.exit()

async function note({ title }: Bug, tool: string, verdict: Verdict): Promise<void> {
  known.set(title, (known.get(title) ?? new Map<string, Verdict>()).set(tool, verdict))
  const line = { bug: title, tool, ...verdict, ...(tool === 'explore' && { limit: seconds }) }
  if (values.results !== undefined) await appendFile(values.results, `${JSON.stringify(line)}\n`)
  const time = `${verdict.seconds.toFixed(1).padStart(6)} s`
  process.stderr.write(`    ${tool.padEnd(9)} ${time}  ${verdict.found ?? 'NOT FOUND'}\n`)
}

function shown(verdict: Verdict | undefined): string {
  if (verdict === undefined) return ''
  return verdict.found === null ? '-' : verdict.seconds.toFixed(1)
}

async function timed(look: () => Promise<string | null>): Promise<Verdict> {
  const before = process.cpuUsage()
  // A bug may also make a tool end with an error of its own.
  const found = await look().catch((error: unknown) => `ended with ${String(error).split('\n')[0]}`)
  const { user, system } = process.cpuUsage(before)
  return { found, seconds: (user + system) / 1e6 }
}
