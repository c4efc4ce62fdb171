import { width } from '../../output/table.ts'
import { fitted, wrapped } from '../../output/text.ts'
import { noticesOf } from '../state/notices.ts'
import { type ConsoleState, type Mode, noteText, type Size } from '../state/state.ts'

/** The position of each part, in columns and lines. */
export interface Layout {
  readonly columns: number
  /** One line less than the terminal: a full screen would be cleared with every frame. */
  readonly height: number
  /** Problems, and what an admin must not forget, shown below the header. */
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

export function layoutOf(state: Pick<ConsoleState, 'size' | 'problem' | 'mode' | 'status'>): Layout {
  const { size, problem, mode, status } = state
  const { columns, rows } = size
  const height = rows - 1
  const problems = problem === null ? [] : wrapped(problem, columns - 6).slice(0, MAX_BANNER_LINES)
  const banner = [...problems, ...noticesOf(status).map((text) => fitted(text, columns - 4).trimEnd())]
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
  if (mode.name !== 'confirm') return 0
  const note = mode.note ? linesOf(noteText(mode.note)) : 0
  return linesOf(mode.question) + note + linesOf(`$ ${mode.command}`) + 1
}

const between = (min: number, value: number, max: number): number => Math.max(min, Math.min(max, value))
