import type { Command } from 'commander'
import { secondIn } from '../../output/game-time.ts'
import type { Page } from '../../output/printer.ts'
import { examples } from '../shared/examples.ts'
import { performInZone } from '../shared/perform.ts'

export function addClock(program: Command): void {
  const clock = program.command('clock').description('show and change the clock of a reference server')
  clock
    .command('show')
    .description('show the time of the server')
    .addHelpText('after', examples('clock show'))
    .action(async (_, command: Command) => {
      const { showClock } = await import('../../operations/controls/clock.ts')
      await performInZone(command, showClock, clockText)
    })
  clock
    .command('set')
    .argument('<time>')
    .description('set the clock, which then continues from that time')
    .addHelpText('after', examples('clock set 2026-03-07T23:40:00-05:00'))
    .action(async (time: string, _, command: Command) => {
      const { setClock } = await import('../../operations/controls/clock.ts')
      await performInZone(command, setClock(time), clockText)
    })
  clock
    .command('advance')
    .argument('<duration>')
    .description('advance the clock')
    .addHelpText('after', examples('clock advance 6m', 'clock advance 1d'))
    .action(async (duration: string, _, command: Command) => {
      const { advanceClock } = await import('../../operations/controls/clock.ts')
      await performInZone(command, advanceClock(duration), clockText)
    })
  for (const [name, description] of MOVES) {
    clock
      .command(name)
      .description(description)
      .addHelpText('after', examples(`clock ${name}`))
      .action(async (_, command: Command) => {
        const { moveClock } = await import('../../operations/controls/clock.ts')
        await performInZone(command, moveClock(name), clockText)
      })
  }
}

const clockText = ({ now, mode }: { now: string; mode: string }, _: Page, zone: string): string =>
  `${secondIn(now, zone)}  ${mode}  (${zone})`

const MOVES = [
  ['midnight', "advance to the next midnight in the game's time zone"],
  ['freeze', 'freeze the clock'],
  ['resume', "return to the system's time"],
] as const
