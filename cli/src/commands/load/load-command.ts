import type { LiveView } from '@inkling/scenarios/load/figures/live-view'
import type { LoadReport } from '@inkling/scenarios/load/figures/report'
import { PROFILE_NAMES } from '@inkling/scenarios/load/file/profile'
import type { LoadEvent } from '@inkling/scenarios/load/generator/run-load'
import { nearest } from '@inkling/scenarios/text/nearest'
import { type Command as CommanderCommand, InvalidArgumentError, Option } from 'commander'
import { CliError, EXIT, type MISSED } from '../../cli-error.ts'
import type { Command } from '../shared/command.ts'
import { endWith } from '../shared/end.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { begin } from '../shared/perform.ts'

export function addLoad(program: Command): void {
  const load = program
    .command('load')
    .description('measure how a server performs with many players')
    // Before the arguments of `load run` are counted.
    .hook('preSubcommand', refuseTypo)
  load
    .command('run', { isDefault: true })
    .argument('[file]', 'a load file')
    .description(
      'run a load test; exit code 5 if a threshold is missed, a rule is broken or the result is void',
    )
    .addOption(new Option('--profile <name>', 'a shipped profile, instead of a file').choices(PROFILE_NAMES))
    .option('--players <number>', 'number of players', wholeNumber(1, 1_000_000))
    .option('--duration <time>', 'duration of the load test, such as 5m; times in the file are scaled')
    .option('--speed <factor>', 'how many times faster than people the players act', positive)
    .option('--max-calls <number>', 'maximum number of calls; required for a profile', wholeNumber(1, 1e9))
    .option('--max-duration <time>', 'maximum total duration; required for a profile')
    .reports()
    .option('--workers <number>', 'processes that generate the load', wholeNumber(1, 64), 1)
    .option(
      '--metrics-port <number>',
      'serve the live figures for Prometheus on this port; 0 for a free one',
      wholeNumber(0, 65_535),
    )
    .addHelpText(
      'after',
      `\nPlayers arrive at the rate of the profile and make each call when it is due, even if the server is slow.\nLatency is measured from the due time. Ctrl-C ends the run within a second and still writes its reports.\nIf the load moves the server's clock, the clock is not moved back.`,
    )
    .examples(
      'load --profile evening --players 2000 --max-calls 500000 --max-duration 10m',
      'load run my-load.yaml --workers 2 --report html=load.html --report json=load.json --target http://localhost:4000',
    )
    .action(async (file: string | undefined, options, command: Command) => {
      const { settings, printer } = await begin(command, 'asks-later')
      const { runLoadOn } = await import('./load.ts')
      const { loadText } = await import('./load-text.ts')
      const { liveLoad } = await import('./live-load-text.ts')
      const live = liveLoad(settings, printer)
      const metrics = options.metricsPort === undefined ? null : await liveMetrics(options.metricsPort)
      if (metrics) printer.say(`live figures: ${metrics.url}`)
      const { report, exitCode, unwritten } = await runLoadOn(settings, file, options, (event) => {
        metrics?.heard(event)
        live.heard(event)
      }).finally(() => metrics?.close())
      live.end()
      printer.print(report, loadText)
      if (unwritten) throw unwritten
      endWith(settings, exitCode, missedBy(report))
    })
  addLocalCommands(load)
  load
    .command('part', { hidden: true })
    .description('generate part of a load test for the process that started this one')
    .examples('load part')
    .action(async () => {
      const { generatePart } = await import('./load-part.ts')
      await generatePart()
    })
}

/** Serves the figures of a load while it runs. */
async function liveMetrics(port: number) {
  const { metricsEndpoint } = await import('./metrics-endpoint.ts')
  const { loadMetricsText } = await import('./load-metrics-text.ts')
  let view: LiveView | null = null
  const totals = { due: 0, answered: 0 }
  const endpoint = await metricsEndpoint(port, () => loadMetricsText(view, totals))
  const heard = (event: LoadEvent) => {
    if (event.type !== 'slice') return
    view = event.view
    totals.due += view.wanted
    totals.answered += view.reached
  }
  return { ...endpoint, heard }
}

/**
 * `load` alone is `load run`, which must not take a mistyped command for a file. Load files have an extension or a folder.
 * @throws {CliError} for a word that is like a command.
 */
function refuseTypo(load: CommanderCommand): void {
  const [word = ''] = load.args
  if (/^-|[./\\]/.test(word) || load.commands.some((each) => each.name() === word)) return
  const words = load
    .createHelp()
    .visibleCommands(load)
    .map((each) => each.name())
  const meant = nearest(word, words)
  if (meant) throw new CliError(EXIT.usage, `unknown command '${word}'\n(Did you mean ${meant}?)`)
}

function addLocalCommands(load: Command): void {
  load
    .command('compare')
    .argument('<file>', 'the JSON report of a load test before a change')
    .argument('<file>', 'the JSON report of a load test after the change')
    .description('compare two load tests, ignoring noise; exit code 5 if anything became slower')
    .examples('load compare before.json after.json')
    .action(async (before: string, after: string, _, command: Command) => {
      const { settings, printer } = await begin(command)
      const { compareReportFiles } = await import('./load-reports.ts')
      const { loadComparisonText } = await import('./load-comparison-text.ts')
      const comparison = await compareReportFiles(before, after)
      printer.print(comparison, loadComparisonText)
      const isSlower = comparison.figures.some(({ verdict }) => verdict === 'slower')
      endWith(settings, isSlower ? EXIT.threshold : EXIT.ok, 'SLOWER')
    })
  load
    .command('profiles')
    .description('list the shipped profiles')
    .examples('load profiles', 'load profiles -o json')
    .prints(
      async () => (await import('./load-file.ts')).listProfiles(),
      async (listed, { paint }) => {
        const { table } = await import('../../output/table.ts')
        const rows = listed.map(({ profile, players, duration, name }) => [
          profile,
          String(players),
          duration,
          name,
        ])
        return table(['profile', 'players', 'duration', 'what it represents'], rows, paint)
      },
    )
  load
    .command('schema')
    .description('print the JSON Schema of load files, for editors')
    .examples('load schema > load.schema.json')
    .action(async () => {
      const { loadJsonSchema } = await import('@inkling/scenarios/load/file/json-schema')
      process.stdout.write(`${JSON.stringify(loadJsonSchema(), null, 2)}\n`)
    })
  load
    .command('reference', { hidden: true })
    .description('print the reference of load files in Markdown: every word with an example')
    .examples('load reference > scenarios/load/REFERENCE.md')
    .printsPage(async () => (await import('@inkling/scenarios/load/reference/page')).loadReferencePage())
}

const missedBy = ({ summary: { outcome }, invariants }: LoadReport): keyof typeof MISSED =>
  outcome === 'void'
    ? 'VOID'
    : outcome === 'stopped'
      ? 'STOPPED'
      : invariants.broken.length > 0
        ? 'RULE_BROKEN'
        : 'THRESHOLD_MISSED'

function positive(text: string): number {
  const value = Number(text)
  if (value > 0 && value <= 1000) return value
  throw new InvalidArgumentError('Use a number above 0 and at most 1000.')
}
