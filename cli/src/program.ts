import { VERSION } from '@inkling/mock-server/contract/constants'
import { type Command as CommanderCommand, CommanderError, Help, Option } from 'commander'
import { EXIT, type ExitCode } from './cli-error.ts'
import { commandLine, unmarkIds, withMarkedIds, wordsWithoutSecrets } from './command-line/command-words.ts'
import { invocation, runnable } from './command-line/invocation.ts'
import { TOPICS } from './command-line/topics.ts'
import { addBots } from './commands/bots/bots-command.ts'
import { addCheck } from './commands/check/check-command.ts'
import { addClock } from './commands/controls/clock-command.ts'
import { addFault } from './commands/controls/fault-command.ts'
import { addStage } from './commands/controls/stage-command.ts'
import { addDaily } from './commands/days/daily-command.ts'
import { addGame } from './commands/days/game-command.ts'
import { addHistory } from './commands/days/history-command.ts'
import { addAudit } from './commands/diagnosis/audit-command.ts'
import { addDoctor } from './commands/diagnosis/doctor-command.ts'
import { addStatus } from './commands/diagnosis/status-command.ts'
import { addCompletion } from './commands/help/completion-command.ts'
import { addHelp } from './commands/help/help-command.ts'
import { addLoad } from './commands/load/load-command.ts'
import { addGroup } from './commands/players/group-command.ts'
import { addModeration } from './commands/players/moderation-command.ts'
import { addUser } from './commands/players/user-command.ts'
import { addConform } from './commands/scenarios/conform-command.ts'
import { addExplore } from './commands/scenarios/explore-command.ts'
import { addScenario } from './commands/scenarios/scenario-command.ts'
import { addSimulate } from './commands/scenarios/simulate-command.ts'
import { addAnnounce } from './commands/server/announce-command.ts'
import { addMaintenance } from './commands/server/maintenance-command.ts'
import { addServe } from './commands/server/serve-command.ts'
import { addStore } from './commands/server/store-command.ts'
import { Command } from './commands/shared/command.ts'
import { addAdminKey } from './commands/targets/admin-key-command.ts'
import { addTarget } from './commands/targets/target-command.ts'
import { addWorld } from './commands/worlds/world-command.ts'
import { addConsole } from './console/console-command.ts'
import { isOperation, OPERATIONS } from './safety/operations.ts'
import { cleaned, writeJsonError } from './terminal-text.ts'

/**
 * Runs one command line. Errors are printed on standard error: a sentence, or an object with `-o json`.
 * @param words the arguments after the program's name.
 * @returns the code to exit with immediately, or undefined if the process may end by itself with `process.exitCode`.
 */
export async function runProgram(words: readonly string[]): Promise<ExitCode | undefined> {
  const isJson = wantsJson(words)
  const program = createProgram((sentence) =>
    isJson ? writeJsonError('USAGE', sentence, EXIT.usage) : writeSentence(sentence),
  )
  program.setOptionValue('commandLine', commandLine(wordsWithoutSecrets(words)))
  let running: CommanderCommand | undefined
  program.hook('preAction', (_, command) => {
    running = command
  })
  try {
    await program.parseAsync(withMarkedIds(withConsent(words)), { from: 'user' })
    return undefined
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage
      return undefined
    }
    const { explain } = await import('./explain.ts')
    const { refusalHint } = await import('./command-line/refusal-hint.ts')
    const { sentence: reason, code, exitCode, problems } = explain(error)
    const sentence = reason && runnable(reason + refusalHint(error, running))
    if (sentence !== null && isJson) writeJsonError(code, sentence, exitCode, problems)
    else if (sentence !== null) writeSentence(sentence)
    return exitCode
  }
}

const writeSentence = (sentence: string): void =>
  void process.stderr.write(`inkling: ${runnable(cleaned(sentence))}\n`)

/** Tells whether output is JSON. Parsed before Commander, because errors of the command line are reported in JSON too. */
function wantsJson(words: readonly string[], env = process.env): boolean {
  const given = words.flatMap((word, at) => {
    if (word === '-o' || word === '--output') return words[at + 1] ?? []
    return /^(?:--output=|-o)(.+)$/.exec(word)?.[1] ?? []
  })
  return /^jsonl?$/.test(given.at(-1) ?? env.INKLING_OUTPUT ?? '')
}

/** Rewrites `--yes=NAME`: with an optional value for `--yes`, Commander would take the next word as the name. */
const withConsent = (words: readonly string[]): string[] =>
  words.flatMap((word) => (word.startsWith('--yes=') ? ['--yes-for', word.slice('--yes='.length)] : [word]))

/**
 * Creates the tree of commands. The code of a command is loaded only when it runs, so that help is fast.
 * @param onUsageError called with each error of a command line: what is wrong, and a suggestion or where to look.
 */
export function createProgram(onUsageError: (sentence: string) => void = () => {}): Command {
  const program = new Command('inkling')
    .description('Serve, run, watch and test Inkling')
    .version(VERSION)
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ commandUsage: usageOf })
    .option('-t, --target <name|url>', 'the server to use, by name or URL (default: http://localhost:4000)')
    .option('--admin-key <key>', 'key for admin calls and controls')
    .option('--admin-key-file <file>', 'a file with the key')
    .option('--seed <text>', 'seed of random choices')
    .addOption(new Option('-o, --output <format>', 'format of the data').choices(['text', 'json', 'jsonl']))
    .option('--timeout <time>', 'timeout of each call (default: 30s)')
    .option('--dry-run', 'print the calls as curl and send nothing')
    .option('--read-only', 'refuse every call that changes a server')
    .option('-y, --yes', 'answer yes to questions; --yes=NAME on a protected target')
    .addOption(new Option('--yes-for <name>').hideHelp())
    .addOption(new Option('--color', 'use colour even if the output is not a terminal'))
    .option('--no-color', 'use no colour')
    .addOption(new Option('--interactive', 'ask even if the input is not a terminal').hideHelp())
    .option('--no-input', 'never ask')
    .option('-v, --verbose', 'print more on standard error')
    .option('-q, --quiet', 'print less on standard error')
    .examples('serve --memory', 'bots run --players 4 --seed 7 --draw', 'scenario run first-day')
    .addHelpText('after', `Topics: ${invocation()} help ${TOPICS.join(' | ')}`)
  program.hook('preAction', (_, command) => unmarkIds(command))
  for (const [group, commands] of COMMANDS) {
    program.commandsGroup(`${group}:`)
    for (const add of commands) add(program)
  }
  inherit(program)
  reportErrors(program, 'inkling', (given, words) => {
    const error = withReadingSuggestion(given, words, program)
    onUsageError(`${error}${longerCommand(error, program) || seeHelp(error, words)}`)
  })
  return program
}

/** In the order of the help. */
const COMMANDS = [
  ['Serve and watch', [addServe, addConsole, addWorld, addStore, addAdminKey]],
  [
    'Administer',
    [
      addStatus,
      addModeration,
      addUser,
      addGroup,
      addGame,
      addHistory,
      addDaily,
      addAnnounce,
      addMaintenance,
      addAudit,
    ],
  ],
  ['Play', [addBots, addClock, addFault, addStage]],
  ['Test', [addScenario, addSimulate, addLoad, addCheck, addConform, addExplore]],
  ['This machine', [addTarget, addDoctor, addCompletion, addHelp]],
] as const

const standard = new Help()
const usageOf = (command: CommanderCommand): string =>
  standard.commandUsage(command).replace(/^inkling/, invocation())

type OnError = (error: string, command: string) => void

/** Reports the errors of a command and its subcommands. */
function reportErrors(command: CommanderCommand, words: string, onError: OnError): void {
  command.configureOutput({ outputError: (text) => onError(text.replace(/^error: /, '').trim(), words) })
  for (const inner of command.commands) reportErrors(inner, `${words} ${inner.name()}`, onError)
}

/** Words of those who want to look, also misspelt a little. */
const LOOKS =
  /^(st[aou]*t\w*|shows?|list\w*|ls|info|find|search|get|logs?|view|print|read|describe|count|display|inspect|look|history)$/

/** To someone who wants to look, no command is suggested that changes something: those that read are. */
function withReadingSuggestion(error: string, words: string, program: CommanderCommand): string {
  const [, start = '', word = '', suggestions = ''] =
    /^(.*unknown command '([^']+)')\n\(Did you mean (?:one of )?([^?]+)\?\)$/.exec(error) ?? []
  const path = words.split(' ').slice(1)
  const isReading = (name: string) => {
    const operation = [...path, name].join(' ')
    return isOperation(operation) && ['stays-here', 'reads'].includes(OPERATIONS[operation].effect)
  }
  if (!LOOKS.test(word) || suggestions.split(', ').every(isReading)) return error
  const parent = path.reduce<CommanderCommand | undefined>(
    (at, name) => at?.commands.find((inner) => inner.name() === name),
    program,
  )
  const names = path.length === 0 ? ['status'] : (parent?.commands ?? []).map((inner) => inner.name())
  const reading = names.filter(isReading)
  if (reading.length === 0) return start
  return `${start}\n(Did you mean ${reading.length > 1 ? 'one of ' : ''}${reading.join(', ')}?)`
}

/** Suggests the full command for the name of a subcommand: `inkling record` means `inkling scenario record`. */
function longerCommand(error: string, program: CommanderCommand): string {
  const [, word] = /unknown command '([^']+)'/.exec(error) ?? []
  if (error.includes('Did you mean')) return ''
  const parents = program.commands.filter(({ commands }) => commands.some((inner) => inner.name() === word))
  // A command of this name says it for all.
  const found = program.commands.some((command) => command.name() === word)
    ? [word]
    : parents.map((parent) => `${parent.name()} ${word}`)
  return found.length === 0
    ? ''
    : `\n(Did you mean ${found.map((name) => `${invocation()} ${name}`).join(' or ')}?)`
}

/** Refers to the help of a command, unless the error says what to do: then it is a whole sentence or has a suggestion. */
const seeHelp = (error: string, words: string): string =>
  /[.)]$/.test(error) ? '' : `: see \`${words} --help\`.`

const globalOptions = (): string =>
  `Global options, such as --target, --admin-key, --seed, --output json, --dry-run and --yes: ${invocation()} --help`

/** Passes the program's settings to its commands, and adds the fields of their data and the global options to their help. */
function inherit(command: CommanderCommand, path: readonly string[] = []): void {
  for (const inner of command.commands) {
    const words = [...path, inner.name()]
    inner.copyInheritedSettings(command)
    if (inner.commands.length === 0) {
      const name = words.join(' ')
      const data = isOperation(name) ? OPERATIONS[name].data : undefined
      if (data) inner.addHelpText('after', `Data with --output json: ${data}\n`)
      inner.addHelpText('after', globalOptions)
    }
    inherit(inner, words)
  }
}
