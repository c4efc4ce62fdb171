import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command, Option } from 'commander'

/** Ids that are known where a line is completed. */
export interface KnownIds {
  readonly users?: readonly string[]
  readonly games?: readonly string[]
  readonly devices?: readonly string[]
  readonly targets?: readonly string[]
}

/** Commands whose arguments are files. */
const TAKES_FILES = /^(files?|folder|dir)$/

/**
 * What the last word of a command line can become: commands, options, their choices, ids and file names.
 * @param words all before the cursor; the last one is being written, and may be empty.
 */
export function completions(program: Command, words: readonly string[], ids: KnownIds = {}): string[] {
  const last = words.at(-1) ?? ''
  const { command, options, given } = placeOf(program, words.slice(0, -1))
  const before = words.at(-2) ?? ''
  const waiting = options.find((option) => isNamed(option, before) && (option.required || option.optional))
  if (waiting) return beginning(valuesOf(waiting, ids, last), last)
  if (last.startsWith('-')) {
    const names = options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? [])
    return beginning([...names, '--help'], last)
  }
  if (command.commands.length > 0) {
    const visible = command.createHelp().visibleCommands(command)
    return beginning(
      visible.map((each) => each.name()),
      last,
    )
  }
  const argument = command.registeredArguments[given] ?? command.registeredArguments.at(-1)
  if (!argument || (given >= command.registeredArguments.length && !argument.variadic)) return []
  if (argument.argChoices) return beginning(argument.argChoices, last)
  if (argument.name() === 'id') return beginning(ids.games ?? [], last)
  return TAKES_FILES.test(argument.name()) ? filesLike(last) : []
}

/** The command that the words lead to, and how many arguments of its own it has been given. */
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

function valuesOf(option: Option, ids: KnownIds, last: string): readonly string[] {
  if (option.argChoices) return option.argChoices
  switch (option.attributeName()) {
    case 'user':
      return ids.users ?? []
    case 'device':
      return ids.devices ?? []
    case 'target':
      return ids.targets ?? []
    case 'data':
      return filesLike(last)
    default:
      return []
  }
}

/** Names of files that begin with what is written; a folder ends in a slash, so that it can be gone into. */
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

const beginning = (candidates: readonly string[], written: string): string[] =>
  candidates.filter((candidate) => candidate.startsWith(written))

/** What all candidates begin with. */
export function commonBeginning(candidates: readonly string[]): string {
  let common = candidates[0] ?? ''
  for (const candidate of candidates) {
    while (!candidate.startsWith(common)) common = common.slice(0, -1)
  }
  return common
}
