import type { Command } from '../shared/command.ts'
import { begin } from '../shared/perform.ts'

/** As after an interrupted copy. */
const LACKS_SECRETS =
  'Incomplete: it has players but no secrets, so no server starts on it. If a copy into it was interrupted, finish it with the same `inkling store copy`; otherwise restore a backup.'

export function addStore(program: Command): void {
  const store = program.command('store').description('check, migrate and copy databases and data folders')
  store
    .command('status')
    .description('show the schema version of a database and the number of its documents')
    .option('--store <url>', 'address of the database (default: DATABASE_URL)')
    .examples('store status --store postgres://user@host/inkling')
    .prints(
      async (_, { store }) => {
        const { storeStatus } = await import('@inkling/mock-server/store-operations')
        return storeStatus(...(await import('./store.ts')).databaseOf(store))
      },
      ({ database, schema, knownSchema, documents, lacksSecrets }) =>
        [
          `${database} has schema version ${schema}; this program uses version ${knownSchema}.`,
          ...(lacksSecrets ? [LACKS_SECRETS] : []),
          ...Object.entries(documents ?? {}).map(([collection, count]) => `${collection}: ${count}`),
        ].join('\n'),
    )
  store
    .command('migrate')
    .description('migrate a database to the schema version of this program, as serve does')
    .option('--store <url>', 'address of the database (default: DATABASE_URL)')
    .examples('store migrate --store postgres://user@host/inkling')
    .prints(
      async ({ settings }, { store }) => {
        const { databaseOf, migrate } = await import('./store.ts')
        return migrate(settings, databaseOf(store))
      },
      ({ database, from, to, isDone }) =>
        from === to
          ? `Nothing to do: ${database} is already at schema version ${to}.`
          : `${isDone ? 'Done' : 'To do'}: schema of ${database} from version ${from} to ${to}.`,
    )
  store
    .command('copy')
    .description(
      'copy all data from a data folder or database to an empty one; can be repeated after an interruption',
    )
    .requiredOption('--from <place>', 'data folder or address of a database; no server may run on it')
    .requiredOption('--to <place>', 'data folder or address of a database; no server may run on it')
    .examples('store copy --from .inkling --to postgres://user@host/inkling')
    .action(async (options: { from: string; to: string }, command: Command) => {
      const { copy } = await import('./store.ts')
      const { settings, printer } = await begin(command)
      const copied = await copy(settings, options, (text) => printer.say(text))
      printer.print(copied, ({ collections, lostDrawings }) =>
        [
          ...collections.map(({ collection, documents }) => `${collection}: ${documents}`),
          ...(lostDrawings.length > 0
            ? [`${lostDrawings.length} drawings were already missing in the source.`]
            : []),
          'Counts and hashes of the copy equal those of the source.',
        ].join('\n'),
      )
    })
}
