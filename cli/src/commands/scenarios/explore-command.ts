import type { Command } from '../shared/command.ts'
import { endWith } from '../shared/end.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { begin } from '../shared/perform.ts'

export function addExplore(program: Command): void {
  program
    .command('explore')
    .description(
      'play random actions on a server and on the reference, and compare every response; exit code 5 if they differ',
    )
    .option('--minutes <number>', 'how long to explore', wholeNumber(1, 1440), 5)
    .option('--actions <number>', 'end after this many actions', wholeNumber(1, 10_000_000), 10_000_000)
    .option('--max-calls <number>', 'end before more calls than this are made', wholeNumber(100, 100_000_000))
    .option('--players <number>', 'number of players', wholeNumber(3, 16), 10)
    .option('--max-finds <number>', 'end after this many different finds', wholeNumber(1, 100), 5)
    .option(
      '--only <calls>',
      'make these calls at random, such as report,decide; players still play',
      (text) => text.split(','),
    )
    .option('--until-covered', 'end when every call has had each outcome that actions can bring about')
    .option(
      '--restart-command <command>',
      'also restart the server at times with this command, which returns when the old process has ended',
    )
    .option('--out <folder>', 'the folder for the scenarios of the finds', '.')
    .reports()
    .addHelpText(
      'after',
      `\nEach find is written as a small scenario that passes on the reference and fails on the server. A server with\ncontrols gets an empty world, the seed stays its own, and its world and clock are restored at the end; on other\nservers, the players that are created stay.`,
    )
    .examples(
      'explore --target http://localhost:4000',
      'explore --target http://localhost:4000 --minutes 1 --seed 7 --report junit=explore.xml',
      'explore --target https://inkling.example --only report,block,unblock --yes',
    )
    .action(async (options, command: Command) => {
      const { settings, printer } = await begin(command, 'asks-later')
      const { runExploration } = await import('./exploration.ts')
      const { explorationText, findText } = await import('./exploration-text.ts')
      const { progressBar } = await import('../../output/progress-bar.ts')
      const bar = progressBar(settings)
      const { exploration, exitCode, unwritten } = await runExploration(
        settings,
        { only: [], ...options },
        {
          explored: ({ part, actions, compared }) =>
            bar.show(Math.min(1, part), `${actions} actions, ${compared} responses compared`),
          say: (text) => printer.say(text),
          shrinking() {
            bar.clear()
            printer.say('the servers differ: searching for the fewest steps that show it ...')
          },
          found: (find) => printer.say(findText(find, settings.url.value)),
        },
      )
      bar.clear()
      printer.print(exploration, explorationText)
      if (unwritten) throw unwritten
      endWith(settings, exitCode, 'DIFFERENT')
    })
}
