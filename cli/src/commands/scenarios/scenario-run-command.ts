import { InvalidArgumentError, Option } from 'commander'
import { EXIT, reasonOf } from '../../cli-error.ts'
import { interruption } from '../../interruption.ts'
import type { Printer } from '../../output/printer.ts'
import { isCi } from '../../settings/ci.ts'
import type { Settings } from '../../settings/settings.ts'
import { writeError } from '../../terminal-text.ts'
import type { Command } from '../shared/command.ts'
import { endWith } from '../shared/end.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { begin } from '../shared/perform.ts'
import type { ScenarioRunOptions, Shard } from './scenario-run.ts'

type RunOptions = ScenarioRunOptions & { readonly onlyFailed?: boolean }

export function addRun(scenario: Command): void {
  scenario
    .command('run')
    .argument('[files...]', 'scenario files, folders of them, and names of shipped ones')
    .description('run scenarios; exit code 4 if an expectation fails')
    .addOption(repeatable('--tag <tag>', 'run only scenarios with this tag, or with one of several'))
    .option('--name <text>', 'run only scenarios whose name or file contains this text')
    .option('--failed', 'run only scenarios that failed when they last ran; without files, all of them')
    .option(
      '--failed-in <report>',
      'run only scenarios that failed in this JSON report, for example of another job',
    )
    .addOption(
      new Option('--seeds <range>', 'run each file once per seed, such as 1..50 or 3,7,21').argParser(
        seedList,
      ),
    )
    .addOption(
      new Option('--shard <part>', 'run only one of several equal parts of the files, such as 1/4').argParser(
        shardOf,
      ),
    )
    .option('--watch', 'run scenarios again when they or files that they use change; Ctrl-C ends it')
    .reports()
    .option('--junit-steps', 'give the JUnit report a case per step instead of one per scenario')
    .addOption(envOption())
    .option('--repeat <number>', 'number of times to run each file', wholeNumber(1, 10_000), 1)
    .option(
      '--retries <number>',
      'number of times to run a scenario again that fails; one that then passes is reported as flaky',
      wholeNumber(0, 10),
      0,
    )
    .option('--fail-on-flaky', 'exit with 4 if a scenario is flaky')
    .option(
      '--jobs <number>',
      'number of files to run at the same time, each in its own world',
      wholeNumber(1, 64),
      1,
    )
    .option(
      '--from-step <number>',
      'report from this step on; earlier steps run silently, because later steps need them',
      wholeNumber(1, 100_000),
    )
    .option('--to-step <number>', 'stop after this step', wholeNumber(1, 100_000))
    .option('--keep-going', 'run the steps after a failed one too')
    .option('--only-failed', 'print only the scenarios that fail')
    .option(
      '--strict',
      "fail scenarios that need a different time zone from the server's, instead of skipping them",
    )
    .option('--keep', "do not restore the server's world, clock and faults")
    .addHelpText(
      'after',
      `\nA file that sets the clock, faults or the world runs on its own in-process server, unless the command line names\none with --target; any other file runs on the target in use.\n--target in-process does the same for any file. World, clock and faults of a reference server are restored\nafter each file; changes made by others during the run are lost. With CI set each file prints one line;\n--verbose prints steps.`,
    )
    .examples(
      'scenario run first-day',
      'scenario run scenarios --jobs 4 --report junit=report.xml --report html=report.html',
      'scenario run first-day --target http://localhost:4000',
    )
    .action(async (files: string[], options, command: Command) => {
      const { settings, printer } = await begin(command, 'asks-later')
      const { filesToRun } = await import('./scenario-selection.ts')
      const chosen = await filesToRun(files, options)
      if (chosen.length === 0) printer.say(`nothing failed in ${options.failedIn}`)
      // What fails later is not chosen by an earlier failure.
      const select =
        options.failed || options.failedIn ? async () => chosen : () => filesToRun(files, options)
      if (options.watch && chosen.length > 0)
        await runOnChanges(settings, printer, { places: files, select }, options)
      else await runOnce(settings, printer, chosen, options)
    })
}

interface Watched {
  /** Files and folders as the user named them. */
  readonly places: readonly string[]
  readonly select: () => Promise<readonly string[]>
}

/** Runs scenarios, and those that change again, until Ctrl-C. */
async function runOnChanges(
  settings: Settings,
  printer: Printer,
  { places, select }: Watched,
  options: RunOptions,
): Promise<void> {
  const { explain } = await import('../../explain.ts')
  const { changedScenarios } = await import('./scenario-watch.ts')
  // One for all runs: a signal between the last event of a run and the end of its own listener would be lost.
  const { signal, release } = interruption()
  try {
    for (let files = await select(); !signal.aborted; ) {
      // From before the run on, so that a change during the run is not missed.
      const changed = changedScenarios(places, select, signal)
      // A failed run ends the command before it waits for changes.
      changed.catch(() => {})
      try {
        await runOnce(settings, printer, files, { ...options, signal })
      } catch (error) {
        // A file that is not valid yet, while it is being written, or a server that is being restarted.
        const { sentence, exitCode } = explain(error)
        if (exitCode !== EXIT.unreadable && exitCode !== EXIT.runtime) throw error
        writeError(`inkling: ${sentence}\n`)
      }
      if (!signal.aborted) printer.say('waiting for changes; Ctrl-C ends')
      files = await changed
    }
    process.exitCode = EXIT.interrupted
  } finally {
    release()
  }
}

async function runOnce(
  settings: Settings,
  printer: Printer,
  files: readonly string[],
  options: RunOptions,
): Promise<void> {
  const { runScenarios } = await import('./scenario-run.ts')
  const { rememberFailures } = await import('./failed-files.ts')
  const { runEventText, runsText, seedsText } = await import('./scenario-text.ts')
  const detail = options.onlyFailed ? 'failed' : isCi() && !settings.verbose ? 'files' : 'steps'
  const { endsWith, ...result } = await runScenarios(settings, files, options, {
    event: (event) =>
      printer.event(event, (each, page) => runEventText(each, page, { detail, isWhole: settings.verbose })),
    say: (text) => printer.say(text),
  })
  if (result.exitCode !== EXIT.interrupted)
    await rememberFailures(result.runs).catch((error: unknown) =>
      printer.say(`the failed scenarios are not remembered for --failed: ${reasonOf(error)}`),
    )
  const hasRun = result.runs.length > 0
  if (settings.output.value === 'json') printer.print(result)
  else if (settings.output.value === 'text' && hasRun)
    printer.print(result, (runs, page) => runsText(runs, page, detail))
  const { calls, p95 } = result.timings
  if (hasRun)
    printer.say(`${calls} calls in ${(result.durationMs / 1000).toFixed(1)} s, p95 ${p95.toFixed(1)} ms`)
  if (options.seeds && hasRun && result.exitCode !== EXIT.interrupted) printer.say(seedsText(result))
  if (result.exitCode === EXIT.interrupted) {
    printer.say(`interrupted: ${result.runs.length} of ${result.planned} scenarios had started`)
  }
  if (endsWith) throw endsWith
  endWith(settings, result.exitCode, 'THRESHOLD_MISSED')
}

function seedList(text: string): string[] {
  const [, first, last] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text) ?? []
  if (first === undefined || last === undefined) {
    const listed = text.split(',').map((seed) => seed.trim())
    // `1-5` is a range elsewhere.
    if (listed.every((seed) => seed !== '') && !/\.\.|^\d+-\d+$/.test(text)) return listed
  } else {
    const count = Number(last) - Number(first) + 1
    if (count >= 1 && count <= MAX_SEEDS)
      return Array.from({ length: count }, (_, at) => String(Number(first) + at))
  }
  throw new InvalidArgumentError(
    `Write a range of at most ${MAX_SEEDS} seeds, such as 1..50, or a list, such as 3,7,21.`,
  )
}

const MAX_SEEDS = 10_000

/** The part and the number of parts of `--shard`. */
function shardOf(text: string): Shard {
  const [part = 0, parts = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text)?.slice(1) ?? []).map(Number)
  if (part < 1 || part > parts)
    throw new InvalidArgumentError('Write a part and the number of parts, such as 1/4.')
  return { part, parts }
}

/** An option that may be given several times. */
const repeatable = (flags: string, description: string, without = 'none'): Option =>
  new Option(flags, `${description}; repeatable`)
    .argParser((value: string, values: string[]) => [...values, value])
    .default([], without)

export const envOption = (): Option =>
  repeatable(
    '--env <name>',
    'an environment variable that the files may read',
    'those that begin with INKLING_VAR_',
  )
