import { counted } from '@inkling/scenarios/text/counted'
import type { Command } from '../shared/command.ts'
import { byIdOrDevice } from '../shared/lists.ts'
import { wholeNumber } from '../shared/numbers.ts'

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
    .prints(
      (calls, given: string | undefined, { limit, before, ...options }) => {
        const query = { limit, before }
        return byIdOrDevice(given, options, {
          ofId: async (id) => (await calls.client.inspectUser({ params: { id }, query })).history,
          ofDevice: async (device) => (await calls.playerOf(device)).getHistory({ query }),
        })
      },
      async (history, page) => (await import('./game-text.ts')).historyText(history, page),
    )
  history
    .command('regenerate')
    .description("rebuild a player's history from the games")
    .argument('<user>', 'the id of the player')
    .examples('history regenerate USER_ID')
    .prints(
      ({ client }, userId: string) => client.regenerateHistory({ body: { userId } }),
      ({ entries }) => counted(entries, 'entry', 'entries'),
    )
}
