import { type Command, Option } from 'commander'
import type { Listed, PageOptions } from '../../calls/listed.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { type DeviceOptions, requiredDevice } from './device.ts'
import { examples } from './examples.ts'
import { wholeNumber } from './numbers.ts'
import { begin } from './perform.ts'

const MAX_PAGE = 1000

type Item = Listed['items'][number]

interface List<O> {
  readonly description: string
  readonly options: readonly Option[]
  readonly examples: readonly string[]
  /** The value of each column, by its heading. */
  readonly columns: Readonly<Record<string, (item: Item) => unknown>>
  readonly load: () => Promise<(settings: Settings, options: O & PageOptions) => Promise<Listed>>
}

/** Adds a `list` command that searches, reads in pages and prints a table or CSV. It needs the admin key. */
export function addList<O extends object>(parent: Command, list: List<O>): void {
  const command = parent.command('list').description(list.description)
  for (const option of list.options) command.addOption(option)
  command
    .option('--limit <number>', 'at most this many (default: all)', wholeNumber(1, MAX_PAGE))
    .option('--after <id>', 'continue after this one, the last of the page before')
    .option('--csv', 'print CSV')
    .addHelpText('after', examples(...list.examples))
    .action(async ({ csv: isCsv, ...options }: O & PageOptions & { csv?: true }, called: Command) => {
      const { settings, printer } = await begin(called)
      if (isCsv && settings.output.value !== 'text')
        throw new CliError(EXIT.usage, `choose one of --csv and -o ${settings.output.value}.`)
      const run = await list.load()
      const { csv } = await import('../../output/csv.ts')
      const { table } = await import('../../output/table.ts')
      const { items, next } = await run(settings, options as unknown as O & PageOptions)
      const headings = Object.keys(list.columns)
      printer.print(items, (shown, { paint }) => {
        const rows = shown.map((item) => Object.values(list.columns).map((of) => String(of(item) ?? '')))
        return isCsv ? csv(headings, rows) : table(headings, rows, paint)
      })
      if (next !== undefined) printer.say(`more: --after ${next}`)
    })
}

export const findOption = (): Option => new Option('--find <text>', 'a name, an id, or part of either')

/** The number of a list in a document. */
export const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/**
 * Shows by id, with the admin key, or as a player sees it, with their device.
 * @throws {CliError} if both or neither are given.
 */
export async function byIdOrDevice<T>(
  id: string | undefined,
  options: DeviceOptions,
  { ofId, ofDevice }: { ofId: (id: string) => Promise<T>; ofDevice: (device: string) => Promise<T> },
): Promise<T> {
  if (id === undefined) return ofDevice(await requiredDevice(options, ', or give an id'))
  if (options.device === undefined && options.deviceFile === undefined) return ofId(id)
  throw new CliError(EXIT.usage, 'give either an id or a device.')
}
