import { counted } from '@inkling/scenarios/text/counted'
import type { GlobalOptions } from '../../settings/settings.ts'
import type { Command } from '../shared/command.ts'
import { endWith } from '../shared/end.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { begin } from '../shared/perform.ts'
import { addRun, envOption } from './scenario-run-command.ts'

const files = () => import('./scenario-files.ts')

export function addScenario(program: Command): void {
  const scenario = program.command('scenario').description('run, check, record and list scenario files')
  addRun(scenario)
  scenario
    .command('validate')
    .argument('<files...>', 'scenario files')
    .description('check scenario files without running them; exit code 2 if one is invalid')
    .examples('scenario validate scenarios')
    .prints(
      async (_, places: string[]) => (await files()).validateScenarios(places),
      (checked) => checked.map(({ file, steps }) => `${file}: ${counted(steps, 'step')}, valid`).join('\n'),
    )
  addInit(scenario)
  addDiff(scenario)
  addCompare(scenario)
  addRecord(scenario)
  scenario
    .command('list')
    .argument(
      '[files...]',
      'scenario files or folders (default: those in scenarios, or the shipped ones if there are none)',
    )
    .option('--shipped', 'list the scenarios shipped with the command, by name')
    .description('list scenario files and what they test')
    .examples('scenario list', 'scenario list --shipped', 'scenario list my-scenarios -o json')
    .prints(
      async (_, places: string[], { shipped }) =>
        shipped ? (await files()).listShippedScenarios() : (await files()).listScenarios(places),
      async (listed, { paint }) => {
        const { table } = await import('../../output/table.ts')
        const rows = listed.map(({ file, bots, steps, name }) => [file, String(bots), String(steps), name])
        return table(['file', 'bots', 'steps', 'what it shows'], rows, paint)
      },
    )
  scenario
    .command('schema')
    .description('print the JSON Schema of scenario files, for editors')
    .examples('scenario schema > scenario.schema.json')
    .action(async () => {
      const { scenarioJsonSchema } = await import('@inkling/scenarios/runner/language/json-schema')
      process.stdout.write(`${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`)
    })
  scenario
    .command('reference', { hidden: true })
    .description('print the reference of the language in Markdown: every word with an example')
    .examples('scenario reference > scenarios/REFERENCE.md')
    .printsPage(async () => {
      const { readExamples } = await import('@inkling/scenarios/runner/language/reference/examples')
      const { referencePage } = await import('@inkling/scenarios/runner/language/reference/page')
      return referencePage(readExamples())
    })
  scenario
    .command('index', { hidden: true })
    .argument('[folder]', 'the folder of the files', 'scenarios')
    .description('print a Markdown page that lists what each scenario tests')
    .examples('scenario index > scenarios/INDEX.md')
    .printsPage(async (_, folder: string) => {
      const { indexPage } = await import('./scenario-text.ts')
      return indexPage(await (await files()).listScenarios([folder]))
    })
}

function addInit(scenario: Command): void {
  scenario
    .command('init')
    .argument('[folder]', 'the repository to set up', '.')
    .description('write a first scenario, its schema, and a CI workflow that publishes JUnit reports')
    .examples('scenario init', 'scenario init ../our-client')
    .prints(
      async (_, folder: string) => (await import('./scenario-init.ts')).initScenarios(folder),
      ({ files: written, run }) => `${written.join('\n')}\n\nRun it: ${run}`,
    )
}

function addDiff(scenario: Command): void {
  scenario
    .command('diff')
    .argument('<file>', 'a scenario file, or a folder with scenario files')
    .argument('<first>', "a target's name, its URL, or in-process")
    .argument('<second>', 'another one')
    .addOption(envOption())
    .description(
      'run scenarios on two targets and compare; exit code 5 if one differs where the documented API says what is right',
    )
    .examples(
      'scenario diff first-day in-process http://localhost:4000 --seed 7',
      'scenario diff scenarios in-process staging',
    )
    .action(async (file: string, first: string, second: string, { env }, command: Command) => {
      const { settings, printer } = await begin(command, 'asks-later')
      const { readSettings } = await import('../../settings/settings.ts')
      const { diffTargets } = await import('./scenario-diff.ts')
      const { diffText } = await import('./diff-text.ts')
      const on = (target: string) => readSettings({ ...command.optsWithGlobals<GlobalOptions>(), target })
      const { scenarios, exitCode } = await diffTargets(file, [on(first), on(second)], env)
      printer.print({ scenarios }, diffText)
      endWith(settings, exitCode, 'NOT_CONFORMING')
    })
}

function addCompare(scenario: Command): void {
  scenario
    .command('compare')
    .argument('<before>', 'a report of scenario run --report json=FILE')
    .argument('<after>', 'a later one')
    .description('compare two runs: newly failing, fixed, slower; exit code 4 if a scenario fails newly')
    .examples('scenario compare before.json after.json')
    .action(async (before: string, after: string, _, command: Command) => {
      const { settings, printer } = await begin(command)
      const { compareFiles } = await import('./scenario-compare.ts')
      const { scenarioComparisonText } = await import('./scenario-comparison-text.ts')
      const { comparison, exitCode } = await compareFiles(before, after)
      printer.print(comparison, scenarioComparisonText)
      endWith(settings, exitCode, 'DIFFERENT')
    })
}

function addRecord(scenario: Command): void {
  scenario
    .command('record')
    .argument('<file>', 'the scenario file to write')
    .description('record client traffic: open the printed address, play, and stop with Ctrl-C')
    .option(
      '--port <number>',
      'port of the recording proxy; 0 chooses a free one',
      wholeNumber(0, 65_535),
      4100,
    )
    .option('--name <text>', 'the rule that the scenario shows')
    .option('--replace', 'overwrite an earlier recording in this file')
    .option('--no-world', 'do not keep the world that the recording starts with')
    .option('--tls-cert <file>', 'serve HTTPS to the client with this certificate (PEM)')
    .option('--tls-key <file>', 'private key of the certificate (PEM)')
    .examples('scenario record my-day.yaml', 'scenario record turn.yaml --port 0')
    .action(async (file: string, options, command: Command) => {
      const { settings, printer } = await begin(command)
      const { recordScenario } = await import('./recording.ts')
      const { recordingText } = await import('./scenario-text.ts')
      const recorded = await recordScenario(settings, file, options, {
        listening: (url) => {
          printer.event({ url }, () => `Play at ${url}`)
          // The one document of -o json comes last.
          if (settings.output.value === 'json') printer.say(`Play at ${url}`)
        },
        call: (line) => printer.say(line),
      })
      printer.print(recorded, recordingText)
    })
}
