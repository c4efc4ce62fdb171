import type { Command } from 'commander'
import type { Calls } from '../../calls/connect.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import type { PageInZone, Printer } from '../../output/printer.ts'
import { isOperation, OPERATIONS, type OperationName } from '../../safety/operations.ts'
import type { GlobalOptions, Settings } from '../../settings/settings.ts'

/**
 * Loads settings and printer, and asks for consent if the table of operations requires it.
 * @param operation the operation, if it depends on the command's options; 'asks-later' for a command that determines its
 * target later and then calls requireConsent itself.
 */
export async function begin(
  command: Command,
  operation: OperationName | 'asks-later' = operationOf(command),
): Promise<{ settings: Settings; printer: Printer }> {
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

/** Runs an operation and prints what it returns; in the zone of the game if its text has times. */
export async function perform<T extends object, Given extends unknown[]>(
  command: Command,
  run: (calls: Calls, ...given: Given) => Promise<T> | T,
  text: ((data: T, page: PageInZone, ...given: Given) => Promise<string> | string) | undefined,
  given: Given,
  isInZone = false,
): Promise<void> {
  const { settings, printer } = await begin(command)
  const { callsTo } = await import('../../calls/connect.ts')
  const { cleanedData } = await import('../../terminal-text.ts')
  const data = await run(callsTo(settings), ...given)
  if (settings.output.value !== 'text' || !text) return printer.print(data)
  const { gameZone } = await import('../../calls/target-facts.ts')
  const zone = isInZone ? await gameZone(settings) : 'UTC'
  const rendered = await text(cleanedData(data), { ...printer.page, zone }, ...given)
  printer.print(data, () => rendered)
}

/** The operation of a command, by its words. */
function operationOf(command: Command): OperationName {
  const words: string[] = []
  for (let at: Command | null = command; at?.parent; at = at.parent) words.unshift(at.name())
  const name = words.join(' ')
  if (isOperation(name)) return name
  throw new Error(`the table of operations does not have '${name}'`)
}
