import type { Command } from 'commander'

/* Ids may begin with a hyphen. Commander would take them for options, so they are marked while it parses. */

const MARK = '\0'
const HYPHEN_ID = /^-[\w-]{21}$/

/** Marks the words that are ids with a hyphen at the beginning. */
export const withMarkedIds = (words: readonly string[]): string[] =>
  words.map((word) => (HYPHEN_ID.test(word) ? MARK + word : word))

/** Removes the marks from the arguments and options of a command. */
export function unmarkIds(command: Command): void {
  command.processedArgs = command.processedArgs.map((value: unknown) =>
    Array.isArray(value) ? value.map(unmarked) : unmarked(value),
  )
  for (const [name, value] of Object.entries(command.opts())) {
    if (isMarked(value)) command.setOptionValue(name, unmarked(value))
  }
}

const isMarked = (value: unknown): value is string => typeof value === 'string' && value.startsWith(MARK)

const unmarked = (value: unknown): unknown => (isMarked(value) ? value.slice(MARK.length) : value)
