import { counted } from '@inkling/scenarios/text/counted'
import type { Command } from '../shared/command.ts'
import { begin } from '../shared/perform.ts'

export function addDaily(program: Command): void {
  const daily = program.command('daily').description('run the daily roll-over')
  daily
    .command('trigger')
    .description("close earlier games and create today's")
    .examples('daily trigger', 'daily trigger -o json')
    .action(async (_, command: Command) => {
      const { settings, printer } = await begin(command)
      const { triggerDaily } = await import('./daily.ts')
      const { progressBar } = await import('../../output/progress-bar.ts')
      const bar = progressBar(settings)
      const daily = await triggerDaily(
        settings,
        bar.isShown
          ? ({ gamesCreated, gamesCompleted, groups }) =>
              bar.show(
                Math.min(1, (gamesCreated + gamesCompleted) / (2 * groups)),
                `${counted(gamesCreated, 'game')} created, ${gamesCompleted} completed`,
              )
          : undefined,
      ).finally(() => bar.clear())
      printer.print(
        daily,
        ({ date, timeZone, gamesCreated, gamesCompleted }) =>
          `${date}${timeZone === null ? '' : ` (${timeZone})`}: ${counted(gamesCreated, 'game')} created, ${gamesCompleted} completed`,
      )
    })
}
