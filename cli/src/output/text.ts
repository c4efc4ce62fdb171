import { width } from './table.ts'

/** A text of exactly this many columns: shortened with an ellipsis, or padded with spaces. */
export function fitted(text: string, columns: number): string {
  const room = Math.max(0, columns)
  if (width(text) <= room) return text + ' '.repeat(room - width(text))
  let short = ''
  for (const { segment } of graphemes.segment(text)) {
    if (width(short + segment) > room - 1) break
    short += segment
  }
  return room === 0 ? '' : `${short}…${' '.repeat(Math.max(0, room - 1 - width(short)))}`
}

/** A text wrapped between words to at most this many columns. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && width(longer) > columns) {
      lines.push(line)
      line = word
    } else {
      line = longer
    }
  }
  return [...lines, line]
}

/** The part of a list that fits, with the chosen item in it. */
export function windowed<T>(
  items: readonly T[],
  at: number,
  room: number,
): { items: readonly T[]; from: number } {
  const from = Math.max(0, Math.min(at - Math.floor(room / 2), items.length - room))
  return { items: items.slice(from, from + room), from }
}

const BARS = '▁▂▃▄▅▆▇█'

/** The latest values as bars, the highest value as the highest bar. */
export function bars(values: readonly number[], columns: number): string {
  const shown = values.slice(-columns)
  const top = Math.max(1, ...shown)
  return shown.map((value) => BARS[Math.round((value / top) * (BARS.length - 1))]).join('')
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
