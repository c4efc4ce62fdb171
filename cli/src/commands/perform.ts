import type { Command } from 'commander'
import type { Printer, Render } from '../output/printer.ts'
import type { GlobalOptions, Settings } from '../settings.ts'

export interface Work {
  readonly settings: Settings
  readonly printer: Printer
}

/** Settings and printer of a command that runs: loaded now, since help needs neither. */
export async function begin(command: Command): Promise<Work> {
  const { readSettings } = await import('../settings.ts')
  const { printer } = await import('../output/printer.ts')
  const settings = readSettings(command.optsWithGlobals<GlobalOptions>())
  return { settings, printer: printer(settings) }
}

/** Runs an operation and prints what it returns. */
export async function perform<T extends object>(
  command: Command,
  operation: (settings: Settings) => Promise<T> | T,
  render?: Render<T>,
): Promise<void> {
  const { settings, printer } = await begin(command)
  printer.print(await operation(settings), render)
}
