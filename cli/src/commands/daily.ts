import type { Command } from 'commander'
import { counted } from '../output/counted.ts'
import { examples } from './examples.ts'
import { perform } from './perform.ts'

export function addDaily(program: Command): void {
  const daily = program.command('daily').description('daily operations')
  daily
    .command('trigger')
    .description("close earlier games and create today's")
    .addHelpText('after', examples('daily trigger', 'daily trigger -o json'))
    .action(async (_, command: Command) => {
      const { triggerDaily } = await import('../operations/daily.ts')
      await perform(
        command,
        triggerDaily,
        ({ date, gamesCreated, gamesCompleted }) =>
          `${date}: ${counted(gamesCreated, 'game')} created, ${gamesCompleted} completed`,
      )
    })
}
