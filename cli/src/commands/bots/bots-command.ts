import { Option } from 'commander'
import type { Command } from '../shared/command.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { begin } from '../shared/perform.ts'

export function addBots(program: Command): void {
  const bots = program.command('bots').description('play games with bots')
  bots
    .command('run')
    .description('make bots sign in, create groups, draw, guess and finish games')
    .option('--players <number>', 'players per game', wholeNumber(1, 50), 4)
    .option('--games <number>', 'number of games, each with its own group', wholeNumber(1, 10_000), 1)
    .option(
      '--personas <names>',
      'assigned to the players in rotation: steady, careless, slow, absent, spammer, leaver, troll, reporter',
      'steady',
    )
    .addOption(
      new Option('--pace <pace>', 'play as slowly as people, or without waiting')
        .choices(['real', 'fast'])
        .default('fast'),
    )
    .option('--draw', 'show the drawings')
    .examples(
      'bots run --players 4 --seed 7 --draw',
      'bots run --personas steady,careless,absent --games 3',
      'bots run --players 6 --pace real --target https://inkling.example --yes',
    )
    .action(async (options, command: Command) => {
      const { personasOf } = await import('./personas.ts')
      // Validates the personas before asking for consent.
      const personas = personasOf(options.personas)
      const { settings, printer } = await begin(command)
      const { runBots, reportOf } = await import('./bots.ts')
      const { reportToParent } = await import('../../parent-process.ts')
      const { cleanedData } = await import('../../terminal-text.ts')
      const { botEventText, playedGameText } = await import('./bots-text.ts')
      const games = await runBots(
        settings,
        { ...options, personas },
        {
          event(event) {
            reportToParent(reportOf(event))
            if (options.pace === 'real' || settings.verbose)
              printer.say(botEventText(cleanedData(event), printer.page))
          },
          played: (game) =>
            printer.event(game, (played, page) => playedGameText(played, page, options.draw === true)),
        },
      )
      if (settings.output.value === 'json') printer.print(games)
    })
}
