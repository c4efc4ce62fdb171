import type { ClockChange } from '@inkling/mock-server/contract/schemas/control'
import { CliError, EXIT } from '../../cli-error.ts'
import { durationOf } from '../../command-line/durations.ts'
import { secondIn } from '../../output/game-time.ts'
import type { PageInZone } from '../../output/printer.ts'
import type { Command } from '../shared/command.ts'
import { perform } from '../shared/perform.ts'

export function addClock(program: Command): void {
  const clock = program.command('clock').description('show and change the clock of a reference server')
  clock
    .command('show')
    .description('show the time of the server')
    .examples('clock show')
    .printsInZone(async ({ controls }) => (await controls()).getClock(), clockText)
  clock
    .command('set')
    .argument('<time>')
    .description('set the clock, which then continues from that time')
    .examples('clock set 2026-03-07T23:40:00-05:00')
    .action((time: string, _, command: Command) => change(command, { set: instantOf(time) }))
  clock
    .command('advance')
    .argument('<duration>')
    .description('advance the clock')
    .examples('clock advance 6m', 'clock advance 1d')
    .action((duration: string, _, command: Command) => change(command, { advanceMs: durationOf(duration) }))
  for (const { name, description, body } of MOVES) {
    clock
      .command(name)
      .description(description)
      .examples(`clock ${name}`)
      .action((_, command: Command) => change(command, body))
  }
}

const change = (command: Command, body: ClockChange): Promise<void> =>
  perform(command, async ({ controls }) => (await controls()).changeClock({ body }), clockText, [], true)

/** @throws {CliError} for a text that is not a time with an offset. */
function instantOf(time: string): string {
  if (/\dT\d.*(Z|[+-]\d\d:?\d\d)$/.test(time) && !Number.isNaN(Date.parse(time))) return time
  throw new CliError(
    EXIT.usage,
    `'${time}' is not a time with an offset. Write it as 2026-03-07T23:40:00-05:00.`,
  )
}

const clockText = ({ now, mode }: { now: string; mode: string }, { zone }: PageInZone): string =>
  `${secondIn(now, zone)}  ${mode}  (${zone})`

const MOVES: readonly { name: string; description: string; body: ClockChange }[] = [
  {
    name: 'midnight',
    description: "advance to the next midnight in the game's time zone",
    body: { to: 'midnight' },
  },
  { name: 'freeze', description: 'freeze the clock', body: { freeze: true } },
  { name: 'resume', description: "return to the system's time", body: { resume: true } },
]
