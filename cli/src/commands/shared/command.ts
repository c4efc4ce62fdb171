import { Command as CommanderCommand, Option } from 'commander'
import type { Calls } from '../../calls/connect.ts'
import { invocation } from '../../command-line/invocation.ts'
import type { PageInZone } from '../../output/printer.ts'
import { perform } from './perform.ts'

// biome-ignore lint/suspicious/noExplicitAny: the type of arguments and options in Commander
type Given = any[]
type Run<T> = (calls: Calls, ...given: Given) => Promise<T> | T
type Text<T> = (data: T, page: PageInZone, ...given: Given) => Promise<string> | string

/** A command of this program, with what several have in common. */
export class Command extends CommanderCommand {
  override createCommand(name?: string): Command {
    return new Command(name)
  }

  /** Shows examples at the end of the help. */
  examples(...lines: string[]): this {
    const shown = lines.map((line) => `  $ ${invocation()} ${line}`)
    return this.addHelpText('after', `\nExamples:\n${shown.join('\n')}\n`)
  }

  /**
   * Runs an operation, after consent, and prints what it returns.
   * @param run gets the ways to call the target, then arguments and options as an action does.
   * @param text renders the data, with the same arguments and options; by default a field per line.
   */
  prints<T extends object>(run: Run<T>, text?: Text<T>): this {
    return this.action((...given) => perform(this, run, text, given))
  }

  /** The same with times in the time zone of the game, which the page has then. */
  printsInZone<T extends object>(run: Run<T>, text: Text<T>): this {
    return this.action((...given) => perform(this, run, text, given, true))
  }

  /** Prints a page of Markdown. */
  printsPage(page: (calls: Calls, ...given: Given) => Promise<string> | string): this {
    return this.prints(
      async (...given) => ({ text: (await page(...given)).trimEnd() }),
      ({ text }) => text,
    )
  }

  /** Adds the options that name a player by device; a file keeps the id, with which anybody can act, out of the list of processes. */
  device(about = 'device id of the player (default: INKLING_DEVICE)'): this {
    return this.addOption(new Option('--device <id>', about)).addOption(
      new Option('--device-file <file>', 'a file with the device id').conflicts('device'),
    )
  }

  /** Adds `--report`, which may be repeated. */
  reports(): this {
    return this.addOption(
      new Option('--report <kind=file>', 'write a report: json=F, junit=F or html=F; may be repeated')
        .argParser((value: string, all: string[]) => [...all, value])
        .default([]),
    )
  }
}
