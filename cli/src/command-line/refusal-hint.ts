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
  announcement: () => '`inkling announcement list`',
  report: () => '`inkling moderation queue`',
}

/** After a refusal: what to do in the command line. */
export const refusalHint = (error: unknown, command: Command | undefined): string =>
  error instanceof ApiError && command ? hintOf(error, command) : ''

/**
 * For an id, where to find ids, because people type names.
 * @param reportId the report that was refused, of several.
 */
export function hintOf(
  { code, message }: Pick<ApiError, 'code' | 'message'>,
  command: Command,
  reportId?: string,
): string {
  if (code === 'NOT_FOUND' || /is not an id/.test(message)) return whereIds(command)
  if (code !== 'CONFLICT') return ''
  const words = `${command.parent?.name()} ${command.name()}`
  if (words === 'game free' || words === 'game skip')
    return ' Running turns are listed by `inkling game list --playing`.'
  return command.parent?.name() === 'moderation' ? decidedHint(message, command, reportId) : ''
}

/** How to decide again about what is decided. A report that was opened again has no decision to take back. */
function decidedHint(message: string, { processedArgs }: Command, reportId?: string): string {
  const version = /send its version, which is (\d+)/.exec(message)?.[1]
  if (version === undefined) return ''
  const [report] = [reportId ?? processedArgs[0]].flat()
  const takesBack =
    typeof report === 'string' && !message.includes(': reopen.')
      ? `, and \`inkling moderation reopen ${shellWord(report)}\` lets the report wait again`
      : ''
  return ` ${reportId === undefined ? 'Here' : 'For this report alone,'} \`--if-version ${version}\` decides again${takesBack}.`
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
