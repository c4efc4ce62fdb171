import { loadavg } from 'node:os'
import { HEAP_GROWTH } from '../src/platform/heap-growth.ts'
import { alternate, report } from './alternation.ts'
import type { CallCosts } from './call-costs.ts'
import { type CrowdFigures, measureCrowd } from './crowd.ts'
import { figure, remark } from './figure.ts'
import { CALL, callServer } from './http-callers.ts'
import { median } from './quantiles.ts'

/*
 * Cost of each call over HTTP, and without it in parentheses, then the roll-over and jump-ins without HTTP, with 1,000 to
 * 100,000 groups of five. Each size has its own process, so that it has its own heap, and these processes alternate. Numeric
 * arguments are sizes in groups.
 */

const STORES = ['memory', 'lowdb'] as const
const SIZES = [1000, 10_000, 100_000]
const ROUNDS = 3
/**
 * A heap for 100,000 groups with two days of games, which grows like that of `inkling serve`, and a function that collects
 * garbage.
 */
const EXEC_ARGV = ['--max-old-space-size=12000', HEAP_GROWTH, '--expose-gc']

const [task, store, groups] = process.argv.slice(2)
if (task === CALL) {
  await callServer()
} else if (task === '--measure') {
  // Otherwise its server would keep this process running when the benchmark is killed.
  process.once('disconnect', () => process.exit())
  await report(await measureCrowd(store === 'lowdb', Number(groups)))
} else {
  const sizes = process.argv.slice(2).map(Number)
  for (const name of STORES) await compare(name, sizes.length > 0 ? sizes : SIZES)
}

async function compare(name: string, sizes: readonly number[]): Promise<void> {
  const rounds: CrowdFigures[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const argLists = sizes.map((size) => ['--measure', name, String(size)])
    rounds.push(await alternate<CrowdFigures>(process.argv[1] ?? '', argLists, EXEC_ARGV))
  }
  const rows = sizes.map((_, at) => medianOf(rounds.flatMap((round) => round[at] ?? [])))
  const busy = loadavg()[0] ?? 0
  process.stdout.write(`\n${name}, load average ${busy.toFixed(1)}\n${tableOf(rows)}\n`)
  const [smallest, largest] = [rows[0], rows.at(-1)]
  if (!smallest || !largest) return
  const pair = `${largest.groups} groups compared with ${smallest.groups}`
  for (const call of Object.keys(smallest.cpu)) {
    const overHttp = growth(rounds, ({ cpu }) => cpu[call])
    const inEngine = growth(rounds, ({ engineCpu }) => engineCpu[call])
    figure(`${name}: CPU of ${call} over HTTP, ${pair}`, overHttp, 'times', 1.3)
    figure(`${name}: the same without HTTP`, inEngine, 'times', 1.3)
  }
  for (const row of rows) {
    const at = `${name}, ${row.groups} groups`
    figure(
      `${at}: roll-over, games closed and created`,
      row.rollOver.perSecond,
      'per second',
      5000,
      'at least',
    )
    remark(`${at}: the same per second of CPU`, row.rollOver.perCpuSecond, 'games')
    figure(`${at}: today during the roll-over, p99`, row.rollOver.todayP99, 'ms', 100)
    figure(`${at}: longest pause of the event loop during the roll-over`, row.rollOver.pause, 'ms', 50)
    remark(`${at}: longest garbage collection during the roll-over`, row.rollOver.collection, 'ms')
    figure(`${at}: failed jump-ins, 200 at once`, row.jumpIns.failed, '', 0)
    figure(`${at}: 200 jump-ins at once, p99`, row.jumpIns.p99, 'ms', 300)
    figure(`${at}: 200 jump-ins at once`, row.jumpIns.perSecond, 'per second', 2000, 'at least')
    remark(`${at}: resident memory`, row.residentMb, 'MB')
    if (!row.start) continue
    remark(`${at}: start`, row.start.seconds, 's')
    remark(`${at}: yesterday's results after a start`, row.start.yesterdaySeconds, 's')
  }
}

/** The cost with the last size divided by that with the first: in each round, because its processes alternate. */
function growth(
  rounds: readonly CrowdFigures[][],
  costOf: (row: CrowdFigures) => number | undefined,
): number {
  const costAt = (round: CrowdFigures[], at: number) => {
    const row = round.at(at)
    return (row && costOf(row)) ?? Number.NaN
  }
  return median(rounds.map((round) => costAt(round, -1) / costAt(round, 0)))
}

/** The median of each figure. */
function medianOf(rows: readonly CrowdFigures[]): CrowdFigures {
  const [first] = rows
  if (!first) throw new Error('Nothing was measured')
  const of = (figureOf: (row: CrowdFigures) => number) => median(rows.map(figureOf))
  const costs = (costsOf: (row: CrowdFigures) => CallCosts): CallCosts =>
    Object.fromEntries(
      Object.keys(costsOf(first)).map((call) => [call, of((row) => costsOf(row)[call] ?? Number.NaN)]),
    )
  return {
    groups: first.groups,
    cpu: costs(({ cpu }) => cpu),
    engineCpu: costs(({ engineCpu }) => engineCpu),
    rollOver: {
      perSecond: of(({ rollOver }) => rollOver.perSecond),
      perCpuSecond: of(({ rollOver }) => rollOver.perCpuSecond),
      todayP99: of(({ rollOver }) => rollOver.todayP99),
      pause: of(({ rollOver }) => rollOver.pause),
      collection: of(({ rollOver }) => rollOver.collection),
    },
    jumpIns: {
      perSecond: of(({ jumpIns }) => jumpIns.perSecond),
      p99: of(({ jumpIns }) => jumpIns.p99),
      failed: Math.max(...rows.map(({ jumpIns }) => jumpIns.failed)),
    },
    residentMb: of(({ residentMb }) => residentMb),
    start: first.start && {
      seconds: of(({ start }) => start?.seconds ?? Number.NaN),
      yesterdaySeconds: of(({ start }) => start?.yesterdaySeconds ?? Number.NaN),
    },
  }
}

/** One row per size: CPU of each call in microseconds, over HTTP and without, then the figures that the heading names. */
function tableOf(rows: readonly CrowdFigures[]): string {
  const calls = Object.keys(rows[0]?.cpu ?? {})
  const heading = [
    'groups',
    ...calls,
    ...calls.map((call) => `(${call})`),
    'games/s',
    'games/CPU s',
    'today p99',
    'pause',
    'gc',
    'jump-ins/s',
    'p99',
    'MB',
    'start s',
    'yesterday s',
  ]
  const lines = rows.map(({ groups, cpu, engineCpu, rollOver, jumpIns, residentMb, start }) => [
    groups,
    ...calls.map((call) => cpu[call] ?? Number.NaN),
    ...calls.map((call) => engineCpu[call] ?? Number.NaN),
    rollOver.perSecond,
    rollOver.perCpuSecond,
    rollOver.todayP99,
    rollOver.pause,
    rollOver.collection,
    jumpIns.perSecond,
    jumpIns.p99,
    residentMb,
    start?.seconds ?? Number.NaN,
    start?.yesterdaySeconds ?? Number.NaN,
  ])
  const cells = [heading, ...lines.map((line) => line.map(rounded))]
  return cells.map((line) => line.map((cell) => cell.padStart(12)).join('')).join('\n')
}

function rounded(value: number): string {
  if (Number.isNaN(value)) return '-'
  return value < 10 ? value.toFixed(1) : value.toFixed(0)
}
