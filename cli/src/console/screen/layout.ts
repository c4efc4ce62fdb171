import { width } from '../../output/table.ts'
import { wrapped } from '../../output/text.ts'
import type { ConsoleState, Mode, Size } from '../state/state.ts'

/** The position of each part, in columns and lines. */
export interface Layout {
  readonly columns: number
  /** One line less than the terminal: a full screen would be cleared with every frame. */
  readonly height: number
  /** Problems, shown below the header. */
  readonly banner: readonly string[]
  /** Between header and key bar. */
  readonly body: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The columns and lines that a panel's frame takes. */
export const FRAME = { columns: 4, lines: 2 }

export const MIN_SIZE: Size = { columns: 60, rows: 16 }
const MAX_BANNER_LINES = 3
/** A frame with one line. */
const MIN_TOP = 3

export const isTooSmall = ({ columns, rows }: Size): boolean =>
  columns < MIN_SIZE.columns || rows < MIN_SIZE.rows

export function layoutOf({ size, problem, mode }: Pick<ConsoleState, 'size' | 'problem' | 'mode'>): Layout {
  const { columns, rows } = size
  const height = rows - 1
  const banner = problem === null ? [] : wrapped(problem, columns - 6).slice(0, MAX_BANNER_LINES)
  const footer = mode.name === 'command' && mode.candidates.length > 0 ? 2 : 1
  const body = height - 1 - banner.length - footer
  const needed = FRAME.lines + questionLines(mode, columns - FRAME.columns)
  const bottom = Math.min(Math.max(between(5, Math.round(body * 0.28), 14), needed), body - MIN_TOP)
  const left = between(30, Math.round(columns * 0.45), 64)
  return { columns, height, banner, body, left, right: columns - left, top: body - bottom, bottom }
}

/** The lines of a question below the games, whose end names the server; 0 if there is none. */
function questionLines(mode: Mode, room: number): number {
  const linesOf = (text: string) =>
    // A longer word continues on further lines.
    wrapped(text, room).reduce((sum, line) => sum + Math.max(1, Math.ceil(width(line) / room)), 0)
  if (mode.name === 'ask') return linesOf(mode.question) + 1
  return mode.name === 'confirm' ? linesOf(mode.question) + linesOf(`$ ${mode.command}`) + 1 : 0
}

const between = (min: number, value: number, max: number): number => Math.max(min, Math.min(max, value))
