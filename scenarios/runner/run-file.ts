import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadSketchbook } from '../bots/library-sketchbook.ts'
import type { Sketchbook } from '../bots/sketchbook.ts'
import { loadScenario } from './language/load.ts'
import { runScenario as play, seedOf } from './run.ts'
import { httpTarget } from './targets/http-target.ts'
import { inProcessTarget } from './targets/in-process-target.ts'

/* `inkling/scenarios`: scenario files in tests, such as those of vitest or playwright. */

export interface RunOptions {
  /** URL of a server. Default: a server of its own in this process. */
  readonly target?: string
  /** Admin key of that server, for steps that need it. */
  readonly adminKey?: string
  /** Instead of the file's own seed. */
  readonly seed?: string
  /** What `${env.NAME}` stands for in the file. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Ends the run: it cleans up, and fails. */
  readonly signal?: AbortSignal
}

/** How a step came out. A step is `refused` where a race says that some are. */
export interface Step {
  /** As counted in the run: 3, or 3.2 inside the third step. */
  readonly number: string
  /** A bot's name; empty for a step of nobody. */
  readonly who: string
  readonly what: string
  readonly outcome: 'passed' | 'failed' | 'refused' | 'skipped' | 'interrupted'
  readonly detail: string
  /** Why it failed, each with its place in the file. */
  readonly problems: readonly { file: string; line: number; column: number; message: string }[]
  readonly children: readonly Step[]
  readonly durationMs: number
}

export interface Report {
  readonly name: string
  readonly file: string
  readonly seed: string
  readonly outcome: 'passed' | 'failed' | 'refused' | 'skipped' | 'interrupted'
  readonly steps: readonly Step[]
  /** Thresholds of the file that do not hold. */
  readonly brokenThresholds: readonly string[]
  readonly durationMs: number
}

/** A scenario that did not pass. Its message lists the problems, each with file, line and column. */
export class ScenarioFailed extends Error {
  override name = 'ScenarioFailed'
  readonly report: Report

  constructor(report: Report) {
    const problems = report.steps.flatMap(problemsOf)
    const lines = [...problems, ...report.brokenThresholds.map((broken) => `threshold: ${broken}`)]
    super([`${report.file}: ${report.name}: ${report.outcome}`, ...lines].join('\n'))
    this.report = report
  }
}

const problemsOf = (step: Step): string[] => [
  ...step.problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`),
  ...step.children.flatMap(problemsOf),
]

let sketchbook: Sketchbook | undefined

/**
 * Plays a scenario file. A server that it plays on is put back as it was.
 * @param file path or file: URL.
 * @returns the report of a run that passed, or was skipped because the server has another time zone.
 * @throws {ScenarioFailed} when a step fails, a threshold is broken or the run is interrupted; {Error} for a file that
 * cannot be read or is not a scenario, or a server that cannot be reached.
 */
export async function runScenario(file: string | URL, options: RunOptions = {}): Promise<Report> {
  const path = file instanceof URL ? fileURLToPath(file) : file
  if (!existsSync(path)) throw new Error(`There is no scenario file ${path}.`)
  const loaded = await loadScenario(path)
  const { seed, env = process.env, signal, adminKey } = options
  const { clock, timeZone } = loaded.scenario.config ?? {}
  const target =
    options.target === undefined
      ? inProcessTarget({
          seed: seedOf(loaded, seed),
          ...(clock !== undefined && { clock }),
          ...(timeZone !== undefined && { timeZone }),
        })
      : await httpTarget({
          baseUrl: options.target.replace(/\/+$/, ''),
          fetch,
          ...(adminKey !== undefined && { adminKey }),
        })
  sketchbook ??= loadSketchbook()
  try {
    const report = await play(loaded, {
      target,
      sketchbook,
      env,
      ...(seed !== undefined && { seed }),
      ...(signal && { signal }),
    })
    const isGood = ['passed', 'skipped'].includes(report.outcome) && report.brokenThresholds.length === 0
    if (!isGood) throw new ScenarioFailed(reportOf(report))
    return reportOf(report)
  } finally {
    await target.close()
  }
}

const reportOf = ({ name, file, seed, outcome, steps, brokenThresholds, durationMs }: Report): Report => ({
  name,
  file,
  seed,
  outcome,
  steps: steps.map(stepOf),
  brokenThresholds,
  durationMs,
})

const stepOf = ({ number, who, what, outcome, detail, problems, children, durationMs }: Step): Step => ({
  number,
  who,
  what,
  outcome,
  detail,
  problems: problems.map(({ file, line, column, message }) => ({ file, line, column, message })),
  children: children.map(stepOf),
  durationMs,
})
