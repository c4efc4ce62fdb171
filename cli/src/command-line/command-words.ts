import { shellWord } from '@inkling/scenarios/text/shell-word'
import type { Command } from 'commander'

/** The words of a command line, split as a shell does: quotes preserve spaces, and a backslash escapes one character. */
export function wordsOf(line: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let quote: string | null = null
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? ''
    if (quote !== null) {
      if (character === quote) quote = null
      else word += character
    } else if (character === '"' || character === "'") {
      quote = character
      word ??= ''
    } else if (character === '\\' && at + 1 < line.length) {
      word = (word ?? '') + (line[++at] ?? '')
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word)
      word = null
    } else {
      word = (word ?? '') + character
    }
  }
  return word === null ? words : [...words, word]
}

/** A command line that a shell reads as these words. */
export const commandLine = (words: readonly string[]): string => words.map(shellWord).join(' ')

const SECRET_OPTION = /^--(admin-key|device)(?:=.*)?$/

/** Replaces each secret in the words of a command line by the name of a variable. */
export function wordsWithoutSecrets(words: readonly string[]): string[] {
  return words.map((word, at) => {
    const [, own] = SECRET_OPTION.exec(word) ?? []
    if (own !== undefined && word.includes('=')) return `--${own}=${variableOf(own)}`
    const [, before] = SECRET_OPTION.exec(words[at - 1] ?? '') ?? []
    return before !== undefined && !words[at - 1]?.includes('=') ? variableOf(before) : word
  })
}

const variableOf = (option: string): string => (option === 'device' ? '$DEVICE' : '$INKLING_ADMIN_KEY')

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
