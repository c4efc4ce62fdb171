import { VERSION } from '@inkling/mock-server/contract/constants'
import { Command, Option } from 'commander'
import type { GlobalOptions } from './settings.ts'

const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ inkling ${line}`).join('\n')}\n`

/** The tree of commands. What a command does is loaded when it runs, so that help comes at once. */
export function createProgram(): Command {
  const program = new Command('inkling')
    .description('Serve, run, watch and test Inkling')
    .version(VERSION)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      examples(
        'serve --memory',
        'bots run --players 4 --seed 7 --draw',
        'scenario run scenarios/first-day.yaml',
      ),
    )
    .option('-t, --target <name|url>', 'the server to talk to (default: http://localhost:4000)')
    .option('--admin-key <key>', 'key for admin calls and controls')
    .option('--seed <text>', 'what chance derives from')
    .addOption(new Option('-o, --output <format>', 'how data is printed').choices(['text', 'json', 'jsonl']))
    .option('--timeout <seconds>', 'how long a call may take')
    .option('--no-color', 'no colour in the output')
    .option('-v, --verbose', 'say more on standard error')

  program
    .command('serve')
    .description('run the reference server, with the built client')
    .option('--port <number>', 'port to listen on, 0 for a free one', '4000')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--data <dir>', 'data folder (default: .inkling)')
    .option('--memory', 'keep nothing')
    .option('--clock <iso>', 'let the clock go on from this time')
    .option('--world <name>', 'begin with a named world when the data folder is new')
    .addHelpText(
      'after',
      examples('serve', 'serve --memory --port 0', 'serve --data /tmp/inkling --world demo'),
    )
    .action(async (options, command: Command) => {
      const { serve } = await import('./operations/serve.ts')
      await serve({ ...globals(command), ...options })
    })

  const daily = program.command('daily').description('daily operations')
  daily
    .command('trigger')
    .description("close earlier games and create today's")
    .addHelpText('after', examples('daily trigger', 'daily trigger -o json'))
    .action(async (_, command: Command) => {
      const { triggerDaily } = await import('./operations/daily.ts')
      const { printer } = await import('./output/printer.ts')
      const { readSettings } = await import('./settings.ts')
      const settings = readSettings(globals(command))
      printer(settings).print(await triggerDaily(settings))
    })
  return program
}

const globals = (command: Command): GlobalOptions & { verbose?: boolean } => command.optsWithGlobals()
