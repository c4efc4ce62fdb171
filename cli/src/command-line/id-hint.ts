import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { shellWord } from '@inkling/scenarios/text/shell-word'
import type { Command } from 'commander'

/** The command that lists ids, by the name of the argument or option that takes one. */
const FINDERS: Readonly<Record<string, (given: string) => string>> = {
  user: (given) => `\`inkling user list --find ${shellWord(given)}\``,
  group: (given) => `\`inkling group list --find ${shellWord(given)}\``,
  game: () => '`inkling game list`',
  // For the moderator key too.
  player: (given) => `\`inkling moderation find ${shellWord(given)}\``,
  report: () => '`inkling moderation queue`',
}

/** After a refusal of an id that a command was given: where to find ids. People type names. */
export function idHint(error: unknown, command: Command | undefined): string {
  if (!(error instanceof ApiError) || !command) return ''
  const isUnknown = error.code === 'NOT_FOUND' || /is not an id/.test(error.message)
  return isUnknown ? whereIds(command) : ''
}

/** A sentence with the commands that list the ids which a command takes; empty if it was given none. */
export function whereIds(command: Command): string {
  const given = [
    ...command.registeredArguments.map(
      (argument, at) => [argument.name(), command.processedArgs[at]] as const,
    ),
    ...Object.entries<unknown>(command.opts()),
  ]
  const ofModerators = command.parent?.name() === 'moderation'
  const commands = given.flatMap(([name, value]) => {
    const finder = FINDERS[name === 'user' && ofModerators ? 'player' : name]
    return finder && [value].flat().some((each) => typeof each === 'string') ? [finder(String(value))] : []
  })
  return commands.length === 0 ? '' : ` Ids are listed by ${commands.join(' and ')}.`
}
