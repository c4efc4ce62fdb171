/** What stands for the marks and frames of the console where the terminal has ASCII only; each takes as many columns. */
const PLAIN: Readonly<Record<string, string>> = {
  '─': '-',
  '━': '=',
  '│': '|',
  '┊': ':',
  '╭': '+',
  '╮': '+',
  '╰': '+',
  '╯': '+',
  '●': '*',
  '◐': '>',
  '○': 'o',
  '✕': 'x',
  '✗': 'x',
  '✓': '+',
  '■': '#',
  '◆': '?',
  '▸': '>',
  '▾': 'v',
  '›': '>',
  '·': '-',
  '…': '~',
  '–': '-',
  '→': '>',
  '←': '<',
  '↑': '^',
  '↓': 'v',
  '⇥': '>',
  '“': '"',
  '”': '"',
  '’': "'",
  '▁': '.',
  '▂': '.',
  '▃': ':',
  '▄': ':',
  '▅': '+',
  '▆': '+',
  '▇': '#',
  '█': '#',
}

/** A frame in ASCII: a character that has no likeness becomes a question mark for each of its columns. */
export const inPlainText = (frame: string, columnsOf: (text: string) => number): string =>
  frame.replace(/[^\0-\x7f]+/g, (text) =>
    Array.from(
      graphemes.segment(text),
      ({ segment }) => PLAIN[segment] ?? '?'.repeat(Math.max(1, columnsOf(segment))),
    ).join(''),
  )

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Whether a terminal says that it shows more than ASCII, as POSIX has it: the first of these that is set decides. */
export function hasUnicode({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '')
  return locale === undefined || !/^(C|POSIX)$|\.(?!utf-?8)/i.test(locale)
}
