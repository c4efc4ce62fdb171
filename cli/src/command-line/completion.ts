import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PERSONA_NAMES } from '@inkling/scenarios/bots/personas'
import type { Command, Option } from 'commander'

/** A possible completion, and a description such as the name behind an id. */
export interface Candidate {
  readonly value: string
  readonly about?: string
}

/** Ids that can be completed. */
export interface KnownIds {
  readonly users?: readonly Candidate[]
  readonly games?: readonly Candidate[]
  readonly devices?: readonly Candidate[]
  readonly targets?: readonly Candidate[]
  /** Names of the worlds saved on this machine. */
  readonly savedWorlds?: readonly Candidate[]
}

/** Commands whose arguments are files. */
const TAKES_FILES = /^(files?|folder|dir)$/

/**
 * The completions of the last word of a command line: commands, options, their choices, ids and file names. An id is
 * also found by the start of its name.
 * @param words all words before the cursor; the last one is being typed and may be empty.
 */
export function completions(
  program: Command,
  words: readonly string[],
  ids: KnownIds = {},
): readonly Candidate[] {
  const last = words.at(-1) ?? ''
  const { command, options, given } = placeOf(program, words.slice(0, -1))
  const before = words.at(-2) ?? ''
  const waiting = options.find((option) => isNamed(option, before) && (option.required || option.optional))
  if (waiting) return matching(valuesOf(waiting, ids, last), last)
  if (last.startsWith('-')) {
    const names = options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? [])
    return matching(plain([...names, '--help']), last)
  }
  if (command.commands.length > 0) {
    const visible = command.createHelp().visibleCommands(command)
    return matching(plain(visible.map((each) => each.name())), last)
  }
  const argument = command.registeredArguments[given] ?? command.registeredArguments.at(-1)
  if (!argument || (given >= command.registeredArguments.length && !argument.variadic)) return []
  if (argument.argChoices) return matching(plain(argument.argChoices), last)
  if (argument.name() === 'id') return matching(ids.games ?? [], last)
  if (argument.name() === 'user') return matching(ids.users ?? [], last)
  if (argument.name() === 'target') return matching(ids.targets ?? [], last)
  if (argument.name() === 'saved-world') return matching(ids.savedWorlds ?? [], last)
  return TAKES_FILES.test(argument.name()) ? plain(filesLike(last)) : []
}

/** The command that the words select, and how many of its arguments are already given. */
function placeOf(program: Command, words: readonly string[]) {
  let command = program
  const options: Option[] = [...program.options]
  let given = 0
  let isValue = false
  for (const word of words) {
    if (isValue) {
      isValue = false
      continue
    }
    const option = options.find((each) => isNamed(each, word))
    if (option) isValue = option.required
    else if (!word.startsWith('-')) {
      const inner = command.commands.find((each) => each.name() === word || each.aliases().includes(word))
      if (inner) {
        command = inner
        options.push(...inner.options)
      } else {
        given++
      }
    }
  }
  return { command, options, given }
}

function valuesOf(option: Option, ids: KnownIds, last: string): readonly Candidate[] {
  if (option.argChoices) return plain(option.argChoices)
  switch (option.attributeName()) {
    case 'user':
      return ids.users ?? []
    case 'game':
      return ids.games ?? []
    case 'device':
      return ids.devices ?? []
    case 'target':
      return ids.targets ?? []
    case 'personas': {
      // Complete the last name of the comma-separated list.
      const before = last.slice(0, last.lastIndexOf(',') + 1)
      return plain(PERSONA_NAMES.map((name) => before + name))
    }
    case 'data':
    case 'block':
      return plain(filesLike(last))
    default:
      return []
  }
}

/** File names that start with the typed text. Folders end in a slash, so that completion can continue inside. */
function filesLike(written: string): string[] {
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
