import type { Command } from 'commander'
import { CliError, EXIT } from '../../cli-error.ts'
import type { Page, Printer, Render } from '../../output/printer.ts'
import { isOperation, OPERATIONS, type OperationName } from '../../safety/operations.ts'
import type { GlobalOptions, Settings } from '../../settings/settings.ts'

export interface Work {
  readonly settings: Settings
  readonly printer: Printer
}

/**
 * Loads settings and printer, and asks for consent if the table of operations requires it.
 * @param operation the operation, if it depends on the command's options; 'asks-later' for a command that determines its
 * target later and then calls requireConsent itself.
 */
export async function begin(
  command: Command,
  operation: OperationName | 'asks-later' = operationOf(command),
): Promise<Work> {
  // Imported only now, because help needs none of them.
  const { readSettings } = await import('../../settings/settings.ts')
  const { printer } = await import('../../output/printer.ts')
  const given = readSettings(command.optsWithGlobals<GlobalOptions>())
  if (operation === 'asks-later') return { settings: given, printer: printer(given) }
  refuseDryRunHere(operation, given)
  const { requireConsent } = await import('../../safety/consent.ts')
  const settings = await requireConsent(operation, given)
  return { settings, printer: printer(settings) }
}

/** @throws {CliError} for a dry run of a command that would change this machine, because it makes no calls to print. */
export function refuseDryRunHere(operation: OperationName, { dryRun }: Pick<GlobalOptions, 'dryRun'>): void {
  if (dryRun !== true || OPERATIONS[operation].effect !== 'changes-here') return
  throw new CliError(
    EXIT.usage,
    `--dry-run prints calls to a server, and \`${operation}\` changes only this machine: leave --dry-run out.`,
  )
}

type Calls = typeof import('../../calls/connect.ts')

/** Runs an operation, which gets the ways to connect to the target, and prints what it returns. */
export async function perform<T extends object>(
  command: Command,
  run: (settings: Settings, calls: Calls) => Promise<T> | T,
  render?: Render<T>,
): Promise<void> {
  const { settings, printer } = await begin(command)
  printer.print(await run(settings, await import('../../calls/connect.ts')), render)
}

/** The same with times in the time zone of the game. */
export async function performInZone<T extends object>(
  command: Command,
  run: (settings: Settings, calls: Calls) => Promise<T>,
  render: (data: T, page: Page, timeZone: string) => string,
): Promise<void> {
  const { settings, printer } = await begin(command)
  const { gameZone } = await import('../../calls/target-facts.ts')
  const data = await run(settings, await import('../../calls/connect.ts'))
  const zone = settings.output.value === 'text' ? await gameZone(settings) : 'UTC'
  printer.print(data, (shown, page) => render(shown, page, zone))
}

/** Prints a page of Markdown or a script. */
export const printPage = (command: Command, pageOf: () => Promise<string> | string): Promise<void> =>
  perform(
    command,
    async () => ({ text: (await pageOf()).trimEnd() }),
    ({ text }) => text,
  )

/** The operation of a command, by its words. */
function operationOf(command: Command): OperationName {
  const words: string[] = []
  for (let at: Command | null = command; at?.parent; at = at.parent) words.unshift(at.name())
  const name = words.join(' ')
  if (isOperation(name)) return name
  throw new Error(`the table of operations does not have '${name}'`)
}
