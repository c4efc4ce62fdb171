import type { Settings } from '../settings/settings.ts'
import { cleanedData, writeError, writeJson, writeOut } from '../terminal-text.ts'
import { type Paint, painter } from './style.ts'

/** Renders data as text. The texts in the data are cleaned. */
export type Render<T> = (data: T, page: Page) => string

/** How text is rendered: colours and width. */
export interface Page {
  readonly paint: Paint
  /** Number of colours; 0 for no colour. */
  readonly colors: number
  /** Columns per line. */
  readonly width: number
}

/** With the time zone of its times. */
export interface PageInZone extends Page {
  readonly zone: string
}

export interface Printer {
  readonly page: Page
  /** Writes the result of an operation to standard output, in the format of `-o`. */
  print<T extends object>(data: T, render?: Render<T>): void
  /** Writes an event as a line of text or of JSON. With `-o json` events are omitted; the result contains them. */
  event<T extends object>(event: T, render: Render<T>): void
  /** Writes progress to standard error, unless `--quiet` is given. */
  say(text: string): void
}

const DEFAULT_WIDTH = 100

export function printer({ output, color, quiet }: Settings): Printer {
  const page: Page = {
    paint: painter(color),
    colors: color ? colorsOf() : 0,
    width: process.stdout.columns ?? DEFAULT_WIDTH,
  }
  const format = output.value
  const write = (text: string) => {
    if (text !== '') writeOut(`${text}\n`)
  }
  return {
    page,
    print(data, render = fields) {
      if (format === 'text') write(render(cleanedData(data), page))
      else if (format === 'json') writeJson(data, 2)
      else for (const item of [data].flat()) writeJson(item)
    },
    event(event, render) {
      if (format === 'text') write(render(cleanedData(event), page))
      else if (format === 'jsonl') writeJson(event)
    },
    say(text) {
      if (!quiet) writeError(`${text}\n`)
    },
  }
}

/** One value per line, with aligned names. */
export const fields: Render<object> = (data, { paint }) => {
  const entries = Object.entries(data)
  const widest = Math.max(...entries.map(([name]) => name.length))
  return entries
    .map(([name, value]) => {
      const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
      return `${paint('dim', name.padEnd(widest))}  ${text}`
    })
    .join('\n')
}

/** The number of colours of the terminal; true colour if colour is forced without a terminal. */
function colorsOf(): number {
  if (!process.stdout.isTTY) return 2 ** 24
  // The settings have already applied NO_COLOR. Node would treat an empty value as set.
  const { NO_COLOR: _, ...env } = process.env
  return 2 ** process.stdout.getColorDepth(env)
}
