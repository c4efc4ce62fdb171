import type { Command } from 'commander'
import { examples } from './examples.ts'
import { perform } from './perform.ts'

export function addClock(program: Command): void {
  const clock = program.command('clock').description('the clock of a reference server')
  const run = async (
    command: Command,
    change: (at: typeof import('../operations/clock.ts')) => ClockWork,
  ) => {
    const operations = await import('../operations/clock.ts')
    await perform(command, change(operations), ({ now, mode }) => `${now}  ${mode}`)
  }
  clock
    .command('show')
    .description('the time there')
    .addHelpText('after', examples('clock show'))
    .action((_, command: Command) => run(command, ({ showClock }) => showClock))
  clock
    .command('set')
    .argument('<time>')
    .description('go on from a time')
    .addHelpText('after', examples('clock set 2026-03-07T23:40:00-05:00'))
    .action((time: string, _, command: Command) => run(command, ({ setClock }) => setClock(time)))
  clock
    .command('advance')
    .argument('<duration>')
    .description('let time pass')
    .addHelpText('after', examples('clock advance 6m', 'clock advance 1d'))
    .action((duration: string, _, command: Command) =>
      run(command, ({ advanceClock }) => advanceClock(duration)),
    )
  for (const [name, description] of MOVES) {
    clock
      .command(name)
      .description(description)
      .addHelpText('after', examples(`clock ${name}`))
      .action((_, command: Command) => run(command, ({ moveClock }) => moveClock(name)))
  }
}

type ClockWork = ReturnType<typeof import('../operations/clock.ts').setClock>

const MOVES = [
  ['midnight', 'go to the next midnight of the game day'],
  ['freeze', 'let time stand still'],
  ['resume', "go back to the system's time"],
] as const
