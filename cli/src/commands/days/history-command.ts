import { counted } from '@inkling/scenarios/text/counted'
import type { Command } from '../shared/command.ts'
import { byIdOrDevice } from '../shared/lists.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { perform } from '../shared/perform.ts'

export function addHistory(program: Command): void {
  const history = program.command('history').description('show and rebuild the history of a player')
  history
    .command('show')
    .argument('[user]', 'the id of the player, with the admin key')
    .description("list a player's games, newest first")
    .device()
    .option('--limit <number>', 'maximum number of games', wholeNumber(1, 50), 10)
    .option('--before <date>', 'only games before this game day')
    .examples('history show USER_ID', 'history show --device DEVICE_ID --limit 20')
    .action(async (id: string | undefined, { limit, before, ...options }, command: Command) => {
      const { historyText } = await import('./history-text.ts')
      await perform(
        command,
        (settings, { connect, connectAs }) =>
          byIdOrDevice(id, options, {
            ofId: async (userId) =>
              (await connect(settings).inspectUser({ params: { id: userId }, query: { limit, before } }))
                .history,
            ofDevice: async (device) =>
              (await connectAs(settings, device)).getHistory({ query: { limit, before } }),
          }),
        historyText,
      )
    })
  history
    .command('regenerate')
    .description("rebuild a player's history from the games")
    .argument('<user>', 'the id of the player')
    .examples('history regenerate USER_ID')
    .action(async (user: string, _, command: Command) => {
      await perform(
        command,
        (settings, { connect }) => connect(settings).regenerateHistory({ body: { userId: user } }),
        ({ entries }) => counted(entries, 'entry', 'entries'),
      )
    })
}
