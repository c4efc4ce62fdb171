import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { boundedFetch } from '../bots/bounded-reply.ts'
import { loadSketchbook } from '../bots/library-sketchbook.ts'
import type { Sketchbook } from '../bots/sketchbook.ts'
import { loadScenario } from './language/files/load.ts'
import { serverOptionsOf } from './own-server.ts'
import { readableEnv } from './readable-env.ts'
import { runScenario as play, seedOf } from './run.ts'
import { httpTarget } from './targets/http-target.ts'
import { inProcessTarget } from './targets/in-process-target.ts'

/* The entry point `inkling/scenarios`, which runs scenario files in tests, for example with Vitest or Playwright. */

export interface RunOptions {
  /** URL of a server. Default: a new server in this process. */
  readonly target?: string
  /** Admin key of that server, for steps that need one. */
  readonly adminKey?: string
  /** Overrides the file's seed. */
  readonly seed?: string
  /** The values of `${env.NAME}` in the file. Default: variables of the environment that begin with `INKLING_VAR_`. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Aborts the run, which restores the server and then fails. */
  readonly signal?: AbortSignal
}

/** The result of a step. A step is `refused` if it failed inside a race that expects failures. */
export interface Step {
  /** The step's number in the run: 3, or 3.2 for a step inside the third one. */
  readonly number: string
  /** Who acts, such as a bot's name; empty if nobody does. */
  readonly who: string
  readonly what: string
  readonly outcome: 'passed' | 'failed' | 'refused' | 'skipped' | 'interrupted'
  readonly detail: string
  /** Why it failed, with the positions in the file. */
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
  /** Thresholds of the file that were not met. */
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
 * Runs a scenario file, and restores the server afterwards.
 * @param file path or file: URL, or the name of a shipped scenario, such as `first-day`.
 * @returns the report of a run that passed, or that was skipped because the server has another time zone.
 * @throws {ScenarioFailed} if a step fails, a threshold is not met or the run is aborted; {Error} if the file cannot be
 * read or is invalid, or the server cannot be reached.
 */
export async function runScenario(file: string | URL, options: RunOptions = {}): Promise<Report> {
  const path = file instanceof URL ? fileURLToPath(file) : existingFile(file)
  if (!existsSync(path)) throw new Error(`There is no scenario file ${path}.`)
  const loaded = await loadScenario(path)
  const { seed, env = readableEnv(process.env), signal, adminKey } = options
  const target =
    options.target === undefined
      ? inProcessTarget(serverOptionsOf(loaded, seedOf(loaded, seed)))
      : await httpTarget({
          baseUrl: options.target.replace(/\/+$/, ''),
          fetch: boundedFetch(fetch),
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

/** The folder of shipped scenarios in a checkout or in the package, as seen from this file or from the bundle. */
const LIBRARIES = ['../library/', '../../scenarios/library/'].map((path) => new URL(path, import.meta.url))

/** @throws {Error} if there is neither a file nor a shipped scenario of this name. */
function existingFile(file: string): string {
  if (existsSync(file)) return file
  const shipped = LIBRARIES.map((folder) => fileURLToPath(new URL(`${file}.yaml`, folder)))
  const found = /^[\w-]+$/.test(file) ? shipped.find(existsSync) : undefined
  if (found !== undefined) return found
  throw new Error(
    `There is no scenario file ${file}, and no shipped scenario of this name (\`npx inkling scenario list --shipped\`).`,
  )
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
