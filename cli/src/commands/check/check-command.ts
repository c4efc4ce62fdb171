import { InvalidArgumentError } from 'commander'
import type { Command } from '../shared/command.ts'
import { endWith } from '../shared/end.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { begin } from '../shared/perform.ts'
import type { Part } from './verdict.ts'

export function addCheck(program: Command): void {
  program
    .command('check')
    .description(
      'check a server with everything here: conform, the shipped scenarios, a minute of explore and a burst of players; exit code 5 if it breaks a rule',
    )
    .option('--minutes <number>', 'how long to explore', wholeNumber(1, 1440), 1)
    .option(
      '--actions <number>',
      'end the exploration after this many actions',
      wholeNumber(1, 10_000_000),
      10_000_000,
    )
    .option('--skip <parts>', 'parts to leave out: conform, scenarios, explore, burst', partsOf, [])
    .option('--out <folder>', 'the folder for the scenarios that show broken rules', '.')
    .reports()
    .addHelpText(
      'after',
      `\nFor each broken rule it prints a command that shows it, if a scenario can. What could not be asked is listed with the\nreason. A server with controls is restored at the end; on other servers, the players that were created are removed if the\nserver lists the extension account, and otherwise named in a file. Ctrl-C ends with a report of what was done so far.`,
    )
    .examples(
      'check --target http://localhost:4000',
      'check --target https://inkling.example --skip burst --report junit=check.xml --yes=inkling.example',
    )
    .action(async (options, command: Command) => {
      const { settings, printer } = await begin(command, 'asks-later')
      const { runCheck } = await import('./check.ts')
      const { checkText, partText } = await import('./check-text.ts')
      const { pointText } = await import('../scenarios/conform-text.ts')
      const { findText } = await import('../scenarios/exploration-text.ts')
      const { runEventText } = await import('../scenarios/scenario-text.ts')
      const { progressBar } = await import('../../output/progress-bar.ts')
      const bar = progressBar(settings)
      const { check, exitCode, unwritten } = await runCheck(settings, options, {
        part(part) {
          bar.clear()
          printer.event({ part }, (_, page) => partText(part, page))
        },
        point: (point) => printer.event(point, pointText),
        scenario: (event) =>
          printer.event(event, (each, page) => runEventText(each, page, { detail: 'files' })),
        explored: ({ part, actions, compared }) =>
          bar.show(Math.min(1, part), `${actions} actions, ${compared} responses compared`),
        burst: (share, text) => bar.show(Math.min(1, share), text),
        found(find) {
          bar.clear()
          printer.say(findText(find, settings.url.value))
        },
        say(text) {
          bar.clear()
          printer.say(text)
        },
      })
      bar.clear()
      printer.print(check, checkText)
      if (unwritten) throw unwritten
      endWith(settings, exitCode, 'RULE_BROKEN')
    })
}

const NAMES: readonly Part[] = ['conform', 'scenarios', 'explore', 'burst']

function partsOf(text: string): Part[] {
  const names = text.split(',').map((name) => name.trim())
  const wrong = names.find((name) => !NAMES.some((part) => part === name))
  if (wrong !== undefined) throw new InvalidArgumentError(`Use some of ${NAMES.join(', ')}.`)
  return names as Part[]
}
