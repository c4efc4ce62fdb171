import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PERSONA_NAMES } from '@inkling/scenarios/bots/personas'
import type { Command, Option } from 'commander'
import { TOPICS } from './topics.ts'

/** A possible completion, and a description such as the name behind an id. */
export interface Candidate {
  readonly value: string
  readonly about?: string
}

/** Ids that can be completed. */
export interface KnownIds {
  readonly users?: readonly Candidate[]
  readonly games?: readonly Candidate[]
  readonly groups?: readonly Candidate[]
  readonly devices?: readonly Candidate[]
  readonly targets?: readonly Candidate[]
  /** Names of the worlds saved on this machine. */
  readonly savedWorlds?: readonly Candidate[]
}

/** Placeholders of arguments and options that are files, such as `<kind=file>`. */
const FILES = /\b(files?|folder|dir|place|first|second)\b/

/**
 * The completions of the last word of a command line: commands, options, their choices, ids and file names. An id is
 * also found by the start of its name.
 * @param words all words before the cursor; the last one is being typed and may be empty.
 * @param filesLike the file names that start with a text
 */
export function completions(
  program: Command,
  words: readonly string[],
  ids: KnownIds = {},
  filesLike: (written: string) => string[] = filesHere,
): readonly Candidate[] {
  const last = words.at(-1) ?? ''
  const { command, options, waiting, argument } = placeOf(program, words)
  if (waiting) {
    const files = isFile(waiting) ? filesLike(last) : []
    return matching([...valuesOf(waiting, ids, last), ...plain(files)], last)
  }
  if (last.startsWith('-')) {
    const names = options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? [])
    return matching(plain([...names, '--help']), last)
  }
  if (command.commands.length > 0) return matching(plain(namesIn(command)), last)
  if (!argument) return []
  if (argument.name() === 'topic') return matching(plain([...TOPICS, ...namesIn(program)]), last)
  if (argument.argChoices) return matching(plain(argument.argChoices), last)
  const kind = KINDS.get(argument.name())
  if (kind) return matching(ids[kind] ?? [], last)
  return FILES.test(argument.name()) ? plain(filesLike(last)) : []
}

/** Whether the last word may be a file, which a shell completes better: with blanks, quotes and `~`. */
export function takesFile(program: Command, words: readonly string[]): boolean {
  const [, name, value] = /^(--[\w-]+)=(.*)$/.exec(words.at(-1) ?? '') ?? []
  const all = name === undefined ? words : [...words.slice(0, -1), name, value ?? '']
  const { command, waiting, argument } = placeOf(program, all)
  if (waiting) return isFile(waiting)
  if ((all.at(-1) ?? '').startsWith('-') || command.commands.length > 0 || !argument) return false
  return FILES.test(argument.name())
}

const isFile = ({ flags }: Option): boolean => FILES.test(/[<[](.*)[>\]]/.exec(flags)?.[1] ?? '')

const namesIn = (command: Command): string[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((each) => each.name())

/** The ids by name of the argument or option that takes one. */
const KINDS: ReadonlyMap<string, keyof KnownIds> = new Map([
  ['user', 'users'],
  ['player', 'users'],
  ['game', 'games'],
  ['group', 'groups'],
  ['device', 'devices'],
  ['target', 'targets'],
  ['saved-world', 'savedWorlds'],
])

/** The kind of ids that may complete the last word; undefined for none. */
export function wantedIds(program: Command, words: readonly string[]): keyof KnownIds | undefined {
  const { waiting, argument } = placeOf(program, words)
  return KINDS.get(waiting?.attributeName() ?? argument?.name() ?? '')
}

/** The command that the words select, and the option or argument that the last word is for. */
function placeOf(program: Command, words: readonly string[]) {
  let command = program
  const options: Option[] = [...program.options]
  let given = 0
  let isValue = false
  for (const word of words.slice(0, -1)) {
    if (isValue) {
      isValue = false
      continue
    }
    const option = options.find((each) => isNamed(each, word))
    if (option) isValue = option.required
    else if (!word.startsWith('-')) {
      const inner = command.commands.find((each) => each.name() === word)
      if (inner) {
        command = inner
        options.push(...inner.options)
      } else {
        given++
      }
    }
  }
  const before = words.at(-2) ?? ''
  const waiting = options.find((option) => isNamed(option, before) && (option.required || option.optional))
  const all = command.registeredArguments
  const argument = all[given] ?? (all.at(-1)?.variadic ? all.at(-1) : undefined)
  return { command, options, waiting, argument }
}

function valuesOf(option: Option, ids: KnownIds, last: string): readonly Candidate[] {
  if (option.argChoices) return plain(option.argChoices)
  const kind = KINDS.get(option.attributeName())
  if (kind) return ids[kind] ?? []
  if (option.attributeName() !== 'personas') return []
  // Complete the last name of the comma-separated list.
  const before = last.slice(0, last.lastIndexOf(',') + 1)
  return plain(PERSONA_NAMES.map((name) => before + name))
}

/** File names that start with the typed text. Folders end in a slash, so that completion can continue inside. */
function filesHere(written: string): string[] {
  const folder = written.endsWith('/') ? written : dirname(written)
  try {
    return readdirSync(folder === '' ? '.' : folder, { withFileTypes: true })
      .map(
        (entry) =>
          `${written.includes('/') ? join(folder, entry.name) : entry.name}${entry.isDirectory() ? '/' : ''}`,
      )
      .filter((name) => name.startsWith(written) && (written !== '' || !name.startsWith('.')))
      .sort()
  } catch {
    return []
  }
}

const isNamed = ({ long, short }: Option, word: string): boolean =>
  word !== '' && (long === word || short === word)

const plain = (values: readonly string[]): Candidate[] => values.map((value) => ({ value }))

/** Candidates that start with the typed text; if there are none, candidates whose name does. */
function matching(candidates: readonly Candidate[], written: string): readonly Candidate[] {
  const found = candidates.filter(({ value }) => value.startsWith(written))
  if (found.length > 0 || written === '') return found
  return candidates.filter(({ about }) => about?.toLowerCase().startsWith(written.toLowerCase()))
}

/** The common prefix of all candidates. */
export function commonBeginning(candidates: readonly string[]): string {
  let common = candidates[0] ?? ''
  for (const candidate of candidates) {
    while (!candidate.startsWith(common)) common = common.slice(0, -1)
  }
  return common
}
