/** The console's frames, marks, arrows, punctuation and bars, and below each the ASCII character that replaces it. */
const REPLACEMENTS = [
  ['─━│┊╭╮╰╯', '-=|:++++'],
  ['●◐○✕✗✓■◆', '*>oxx+#?'],
  ['▸▾›→←↑↓⇥', '>v>><^v>'],
  ['·…–“”’', '-~-""\''],
  ['▁▂▃▄▅▆▇█', '..::++##'],
] as const
const PLAIN = new Map(
  REPLACEMENTS.flatMap(([from, to]) => [...from].map((character, at) => [character, to.charAt(at)])),
)

/** A frame in ASCII. A character without a replacement becomes a question mark per column. */
export const inPlainText = (frame: string, columnsOf: (text: string) => number): string =>
  frame.replace(/[^\0-\x7f]+/g, (text) =>
    Array.from(
      graphemes.segment(text),
      ({ segment }) => PLAIN.get(segment) ?? '?'.repeat(Math.max(1, columnsOf(segment))),
    ).join(''),
  )

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Whether the terminal supports more than ASCII. As in POSIX, the first of these variables that is set decides. */
export function hasUnicode({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '')
  return locale === undefined || !/^(C|POSIX)$|\.(?!utf-?8)/i.test(locale)
}
