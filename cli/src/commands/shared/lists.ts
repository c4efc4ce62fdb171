import { counted } from '@inkling/scenarios/text/counted'
import { Option } from 'commander'
import type { Listed, PageOptions } from '../../calls/listed.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import { runnable } from '../../command-line/invocation.ts'
import { whereIds } from '../../command-line/refusal-hint.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Command } from './command.ts'
import { type DeviceOptions, requiredDevice } from './device.ts'
import { wholeNumber } from './numbers.ts'
import { begin } from './perform.ts'

const MAX_PAGE = 1000

type Item = Listed['items'][number]

interface List<O> {
  readonly description: string
  readonly options: readonly Option[]
  readonly examples: readonly string[]
  /** What is listed, in the singular. */
  readonly noun: string
  /** What the list is sorted by. Matches of a name come before those of an id. Default: the server's order. */
  readonly name?: (item: Item) => string
  /** The value of each column, by its heading. */
  readonly columns: Readonly<Record<string, (item: Item, timeZone: string) => unknown>>
  readonly load: () => Promise<(settings: Settings, options: O & PageOptions) => Promise<Listed>>
}

/** A table without a limit shows so many lines. */
const MAX_LINES = 50

/** Adds a `list` command that searches, reads in pages and prints a table or CSV. It needs the admin key. */
export function addList<O extends object>(parent: Command, list: List<O>): void {
  const command = parent.command('list').description(list.description)
  for (const option of list.options) command.addOption(option)
  command
    .addOption(afterOption())
    .option(
      '--limit <number>',
      `at most this many (default: all, of which a table shows ${MAX_LINES})`,
      wholeNumber(1, MAX_PAGE),
    )
    .option('--csv', 'print CSV')
    .examples(...list.examples)
    .action(async ({ csv: isCsv, ...options }: O & PageOptions & { csv?: true }, called: Command) => {
      const { settings, printer } = await begin(called)
      if (isCsv && settings.output.value !== 'text')
        throw new CliError(EXIT.usage, `choose one of --csv and -o ${settings.output.value}.`)
      const run = await list.load()
      const { csv } = await import('./csv.ts')
      const { table } = await import('../../output/table.ts')
      const { gameZone } = await import('../../calls/target-facts.ts')
      const given = options as unknown as O & PageOptions
      const { items, next } = await run(settings, given)
      const zone = settings.output.value === 'text' ? await gameZone(settings) : 'UTC'
      const { find } = given as { find?: string }
      // A page continues after the last id, so its order is the server's.
      const isWhole = given.limit === undefined
      const sorted = list.name && isWhole ? byName(items, list.name, find) : items
      const headings = Object.keys(list.columns)
      printer.print([...sorted], (all, { paint }) => {
        const shown = isCsv || !isWhole ? all : all.slice(0, MAX_LINES)
        const rows = shown.map((item) =>
          Object.values(list.columns).map((of) => String(of(item, zone) ?? '')),
        )
        if (isCsv) return csv(headings, rows)
        if (all.length === 0)
          return `No ${list.noun}${hasSearch(given) ? ' matches' : 's'}.${runnable(whereIds(called))}`
        return table(headings, rows, paint)
      })
      if (next != null) printer.say(`more: --after ${next}`)
      else if (isWhole && !isCsv && settings.output.value === 'text' && items.length > 0)
        printer.say(totalText(items.length, list.noun))
    })
}

const hasSearch = ({ limit: _, after: __, ...search }: PageOptions & object): boolean =>
  Object.values(search).some((value) => value !== undefined)

const totalText = (total: number, noun: string): string =>
  total > MAX_LINES
    ? `the first ${MAX_LINES} of ${counted(total, noun)}: --limit ${Math.min(total, MAX_PAGE)}, --csv or -o json lists more`
    : counted(total, noun)

/** Sorts by name; those whose name matches come before those whose id does. */
function byName(items: readonly Item[], nameOf: (item: Item) => string, find = ''): Item[] {
  const isByName = (item: Item) => nameOf(item).toLowerCase().includes(find.toLowerCase())
  return [...items].sort(
    (one, other) =>
      Number(isByName(other)) - Number(isByName(one)) || nameOf(one).localeCompare(nameOf(other)),
  )
}

export const afterOption = (): Option =>
  new Option('--after <id>', 'continue after this one, the last of the page before')

export const findOption = (): Option =>
  new Option('--find <text>', 'a part of a name, or an id or its beginning')

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
