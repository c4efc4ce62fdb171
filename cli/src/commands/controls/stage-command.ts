import { Option } from 'commander'
import type { Command } from '../shared/command.ts'
import { wholeNumber } from '../shared/numbers.ts'

export function addStage(program: Command): void {
  program
    .command('stage')
    .description(
      "put a player's game today into a given state; simulated players that it needs stay in the game and its group",
    )
    .argument('<user>', 'the id of the player')
    .addOption(
      new Option('--turn-type <type>', 'the type of their turn').choices(['drawing', 'guess', 'random']),
    )
    .addOption(
      new Option('--game-status <status>', 'status of the game').choices(['waiting', 'active', 'completed']),
    )
    .addOption(
      new Option('--turn-status <status>', 'status of the player').choices([
        'pending',
        'playing',
        'completed',
        'skipped',
      ]),
    )
    .option('--in-group', 'in a group game')
    .option('--no-in-group', 'in a public game')
    .option('--group-size <number>', 'number of players in the game', wholeNumber(1, 10))
    .addOption(new Option('--difficulty <level>', 'difficulty of the word').choices(['easy', 'hard']))
    .examples(
      'stage USER_ID --turn-type guess --turn-status playing',
      'stage USER_ID --game-status completed',
    )
    .prints(
      async ({ controls }, userId: string, options, command: Command) => {
        // Commander sets this to true if neither option was given.
        const inGroup = command.getOptionValueSource('inGroup') === 'cli' ? options.inGroup : undefined
        return (await controls()).stage({ body: { ...options, userId, inGroup } })
      },
      async (today, page) => (await import('../days/game-text.ts')).todayText(today, page),
    )
}
