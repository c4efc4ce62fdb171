import { counted } from '@inkling/scenarios/runner/reports/counted'
import type { Command } from 'commander'
import { deviceFileOption, deviceOption } from './device.ts'
import { examples } from './examples.ts'
import { idOf, olderOption } from './ids.ts'
import { byIdOrDevice } from './lists.ts'
import { wholeNumber } from './numbers.ts'
import { perform } from './perform.ts'

export function addHistory(program: Command): void {
  const history = program.command('history').description('show and rebuild the history of a player')
  history
    .command('show')
    .argument('[user]', 'the id of the player, with the admin key')
    .description("list a player's games, newest first")
    .addOption(deviceOption())
    .addOption(deviceFileOption())
    .option('--limit <number>', 'maximum number of games', wholeNumber(1, 50), 10)
    .option('--before <date>', 'only games before this game day')
    .addHelpText('after', examples('history show USER_ID', 'history show --device DEVICE_ID --limit 20'))
    .action(async (id: string | undefined, { limit, before, ...options }, command: Command) => {
      const { historyOf } = await import('../operations/days/history.ts')
      const { inspectUser } = await import('../operations/players/users.ts')
      const { historyText } = await import('../output/text-history.ts')
      await perform(
        command,
        (settings) =>
          byIdOrDevice(id, options, {
            ofId: async (userId) => (await inspectUser(settings, userId, { limit, before })).history,
            ofDevice: (device) => historyOf(settings, device, limit, before),
          }),
        historyText,
      )
    })
  history
    .command('regenerate')
    .description("rebuild a player's history from the games")
    .usage('[options] <user>')
    .argument('[user]', 'the id of the player')
    .addOption(olderOption('user'))
    .addHelpText('after', examples('history regenerate USER_ID'))
    .action(async (id: string | undefined, options: { user?: string }, command: Command) => {
      const user = idOf('user', id, options.user)
      const { regenerateHistory } = await import('../operations/days/history.ts')
      await perform(
        command,
        (settings) => regenerateHistory(settings, user),
        ({ entries }) => counted(entries, 'entry', 'entries'),
      )
    })
}
