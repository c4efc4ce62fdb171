import { nearest } from '@inkling/scenarios/text/nearest'
import type { Command as CommanderCommand } from 'commander'
import { CliError, EXIT } from '../../cli-error.ts'
import { TOPICS } from '../../command-line/topics.ts'
import type { Command } from '../shared/command.ts'
import { perform } from '../shared/perform.ts'

export function addHelp(program: Command): void {
  program
    .helpCommand(false)
    .command('help')
    .argument('[topic...]', `a command, or one of ${TOPICS.join(', ')}`)
    .description('explain a command or a topic')
    .examples('help game show', ...TOPICS.map((topic) => `help ${topic}`))
    .action(async (words: string[], _, command: Command) => {
      const topic = TOPICS.find((each) => each === words.join(' '))
      if (!topic) {
        commandOf(program, words).outputHelp()
        return
      }
      const { topicText } = await import('./help-text.ts')
      await perform(
        command,
        () => ({ topic, text: topicText(topic) }),
        ({ text }) => text,
        [],
      )
    })
}

/** @throws {CliError} for words that are neither a command nor a topic. */
function commandOf(program: CommanderCommand, words: readonly string[]): CommanderCommand {
  let found = program
  for (const word of words) {
    const inner = found.commands.find((each) => each.name() === word)
    if (!inner) throw new CliError(EXIT.usage, unknown(words.join(' '), program))
    found = inner
  }
  return found
}

function unknown(given: string, program: CommanderCommand): string {
  const meant = nearest(given, [...TOPICS, ...program.commands.map((each) => each.name())])
  return meant
    ? `there is no command or topic '${given}'; did you mean '${meant}'?`
    : `there is no command or topic '${given}': \`inkling help\` lists the commands, and the topics are ${TOPICS.join(', ')}.`
}
