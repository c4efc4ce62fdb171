import { setFlagsFromString } from 'node:v8'
import { HEAP_GROWTH, WORLD_NAMES } from '@inkling/mock-server/machine'
import { Option } from 'commander'
import type { Command } from '../shared/command.ts'
import { begin, refuseDryRunHere } from '../shared/perform.ts'

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the reference server, with the built client')
    .option('--port <number>', 'port to listen on, 0 for a free one (default: 4000)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--data <dir>', 'data folder (default: .inkling)')
    .option('--memory', 'keep all data in memory')
    .option(
      '--store <url>',
      'URL of a PostgreSQL database, such as postgres://user@host/inkling, instead of a data folder (default: DATABASE_URL)',
    )
    .option(
      '--direct-store <url>',
      'the same database, bypassing the connection pool (such as pgbouncer) of --store (default: DATABASE_DIRECT_URL)',
    )
    .option('--workers <number>', 'number of processes that share the port; needs a PostgreSQL database')
    .option(
      '--grace <duration>',
      'grace period after SIGTERM, in which a load balancer can notice that the server is not ready (default: 2s with a database, else 0s)',
    )
    .option('--clock <iso>', 'start the clock at this time')
    .addOption(
      new Option(
        '--world <name|file>',
        'load a world, or the one in a .ndjson or .json file, if nothing is stored yet',
      )
        .choices(WORLD_NAMES)
        .argParser((world) => world),
    )
    .option('--demo', 'serve the demo world in production too, where anyone can sign in as its players')
    .option(
      '--house-player',
      'let Inky, the house player, take a turn in games that would end with a single entry (default: HOUSE_PLAYER)',
    )
    .option(
      '--push',
      "send notifications although the world is another server's, from now on (default: PUSH)",
    )
    .option('--save-on-exit', 'write the world back into its file when the server stops; needs --memory')
    .option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'private key of the certificate (PEM)')
    .option(
      '--env-file <file>',
      'read variables such as PORT and ADMIN_KEY from a file; options and the environment take precedence',
    )
    .option(
      '--print-config',
      'check the configuration, print it without secrets and with the source of each value, and exit',
    )
    .option('--protected', 'mark this server as production: commands ask before they change it')
    .examples(
      'serve',
      'serve --memory --port 0',
      'serve --env-file /etc/inkling.env --print-config',
      'serve --data /tmp/inkling --world demo',
      'serve --memory --world world.json --save-on-exit',
      'serve --tls-cert localhost.pem --tls-key localhost-key.pem',
      'serve --store postgres://user@host/inkling',
      'serve --store postgres://user@host/inkling --workers 4',
    )
    .action(async (options, command: Command) => {
      if (options.printConfig === true) {
        const { printedConfig } = await import('./serve.ts')
        const { table } = await import('../../output/table.ts')
        const { printer } = await begin(command)
        printer.print(printedConfig({ ...command.optsWithGlobals(), ...options }), (config, { paint }) => {
          const rows = config.map(({ variable, value, source }) => [variable, value, source])
          return table(['variable', 'value', 'from'], rows, paint)
        })
        return
      }
      refuseDryRunHere('serve', command.optsWithGlobals())
      setFlagsFromString(HEAP_GROWTH)
      const { serve } = await import('./serve.ts')
      await serve({ ...command.optsWithGlobals(), ...options })
    })
}
