import { Command as CommanderCommand, Option } from 'commander'
import { invocation } from '../../command-line/invocation.ts'

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
