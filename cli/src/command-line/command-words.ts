import { shellWord } from '@inkling/scenarios/text/shell-word'

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
