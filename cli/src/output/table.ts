import stringWidth from 'string-width'
import type { Paint } from './style.ts'

/** Aligned columns under dim headings. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  paint: Paint,
): string {
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...rows.map((row) => width(row[at] ?? ''))),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - width(cell))))
      .join('  ')
      .trimEnd()
  return [paint('dim', line(headings)), ...rows.map(line)].join('\n')
}

/** Columns of a text in a terminal: emoji and wide letters take two. */
export function width(text: string): number {
  // Most texts are ASCII, and each key press measures hundreds of them.
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text)
}
