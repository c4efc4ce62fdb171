import type { Settings } from '../settings/settings.ts'
import { type Paint, painter } from './style.ts'

/** How a text is made of data, for people. */
export type Render<T> = (data: T, page: Page) => string

/** What text is printed on. */
export interface Page {
  readonly paint: Paint
  /** How many colours the terminal has; 0 where none are wanted. */
  readonly colors: number
  /** Characters a line has. */
  readonly width: number
}

export interface Printer {
  readonly page: Page
  /** Writes what an operation returned to standard output, as `-o` says. */
  print<T extends object>(data: T, render?: Render<T>): void
  /** Writes something that happened: a line of text, or a line of JSON; as json it waits for the whole. */
  event<T extends object>(event: T, render: Render<T>): void
  /** Writes progress to standard error, unless it has to be quiet. */
  say(text: string): void
}

const WIDTH_OF_FILES = 100

export function printer({ output, color, quiet }: Settings): Printer {
  const page: Page = {
    paint: painter(color),
    colors: color ? colorsOf() : 0,
    width: process.stdout.columns ?? WIDTH_OF_FILES,
  }
  const format = output.value
  const write = (text: string) => {
    if (text !== '') process.stdout.write(`${text}\n`)
  }
  return {
    page,
    print(data, render = fields) {
      if (format === 'text') write(render(data, page))
      else if (format === 'json') write(JSON.stringify(data, null, 2))
      else for (const item of [data].flat()) write(JSON.stringify(item))
    },
    event(event, render) {
      if (format === 'text') write(render(event, page))
      else if (format === 'jsonl') write(JSON.stringify(event))
    },
    say(text) {
      if (!quiet) process.stderr.write(`${text}\n`)
    },
  }
}

/** A value per line, names in one column. */
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

/** A terminal says how many it has; what is no terminal was asked for colour, and gets all. */
function colorsOf(): number {
  if (!process.stdout.isTTY) return 2 ** 24
  // Whether any are wanted has been settled: Node would take an empty NO_COLOR for a no.
  const { NO_COLOR: _, ...env } = process.env
  return 2 ** process.stdout.getColorDepth(env)
}
