import { question, table } from '../../mock-server/bench/report.ts'
import { cachedSketchbook } from '../bots/cached-sketchbook.ts'
import { loadSketchbook } from '../bots/library-sketchbook.ts'
import { finders } from './finders.ts'
import { mutant } from './mutant.ts'
import { plantedBugs } from './planted.ts'

/*
 * `npm run bench bugs [seconds [first [last]]]`: plants each bug of the folder `planted` alone in a copy of the
 * reference, and lets conform, the scenario library, explore and simulate look for it. `seconds` is the time for each
 * exploration, 120 by default; `first` and `last` are the numbers of the bugs, from 1.
 */

/** What one tool says of a bug. */
interface Verdict {
  /** The sentence that leads to the bug; null if the tool finds nothing. */
  readonly found: string | null
  readonly seconds: number
}

const root = process.cwd()
const [seconds = 120, first = 1, last = Number.POSITIVE_INFINITY] = process.argv.slice(2).map(Number)

question(
  'Of bugs that a backend team could ship, how many do the tools find, each alone? The numbers are seconds until the bug is found.',
)
const tools = Object.entries(finders(root, cachedSketchbook(loadSketchbook()), seconds))
const bugs = (await plantedBugs(root)).slice(first - 1, last)
const rows: Record<string, string | number>[] = []
const found: Record<string, number> = {}
for (const [at, bug] of bugs.entries()) {
  const make = await mutant(root, bug, first + at)
  const verdicts: [tool: string, verdict: Verdict][] = []
  for (const [tool, look] of tools) verdicts.push([tool, await timed(() => look(make))])
  const by = verdicts.filter(([, verdict]) => verdict.found !== null).map(([tool]) => tool)
  const sets = [
    ...by,
    ...(by.includes('conform') || by.includes('library') ? ['conform or library'] : []),
    ...(by.length > 0 ? ['any'] : []),
  ]
  for (const set of sets) found[set] = (found[set] ?? 0) + 1
  const shown = verdicts.map(([tool, verdict]) => [
    tool,
    verdict.found === null ? '-' : verdict.seconds.toFixed(1),
  ])
  const sentence = verdicts.flatMap(([, verdict]) => verdict.found ?? [])[0] ?? ''
  rows.push({ bug: bug.title, ...Object.fromEntries(shown), sentence: sentence.slice(0, 90) })
  process.stderr.write(
    `${first + at}: ${bug.title}: ${by.join(', ') || 'NOT FOUND'}\n` +
      verdicts
        .map(
          ([tool, verdict]) =>
            `    ${tool.padEnd(9)} ${verdict.seconds.toFixed(1).padStart(6)} s  ${verdict.found ?? '-'}\n`,
        )
        .join(''),
  )
}
table(rows)
table([{ bugs: bugs.length, ...found }])
// A tool that a bug has stopped may still wait for a reply.
process.exit()

async function timed(look: () => Promise<string | null>): Promise<Verdict> {
  const startedAt = performance.now()
  // A bug may also make a tool end with an error of its own.
  const found = await look().catch((error: unknown) => `ended with ${String(error).split('\n')[0]}`)
  return { found, seconds: (performance.now() - startedAt) / 1000 }
}
