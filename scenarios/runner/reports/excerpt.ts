import type { StepProblem, StepResult } from './report.ts'

type Key = string | number

/** Lines before and after the value that failed. */
const CONTEXT = 3
/** Lines of a reply without a failed value. */
const START = 12
/** Of a list with the wrong length: so many items, and so many lines of each. */
const LISTED = { items: 12, lines: 3 }

/**
 * The lines of a reply to show below a failed step: those around each value that failed, with the objects that contain
 * it; the first ones if no value failed. Lines between are counted.
 */
export function excerpt({ exchange, problems }: Pick<StepResult, 'exchange' | 'problems'>): string[] {
  if (!exchange) return []
  const lines = exchange.reply.split('\n')
  const wanted = focusOf(exchange.reply, problems)
  const shown = wanted.length === 0 ? range(0, START) : wanted
  const parts: string[] = []
  let left = 0
  const skip = () => {
    if (left > 0) parts.push(`… ${left} more ${left === 1 ? 'line' : 'lines'}`)
    left = 0
  }
  for (const [at, line] of lines.entries()) {
    if (!shown.includes(at)) left++
    else {
      skip()
      parts.push(line)
    }
  }
  skip()
  return parts
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)

/** The indexes of the lines around the values that failed. */
function focusOf(reply: string, problems: readonly StepProblem[]): number[] {
  const paths = problems.flatMap(({ at }) => (at && at.length > 0 ? [at] : []))
  if (paths.length === 0) return []
  const value = parsed(reply)
  if (value === undefined) return []
  return paths.flatMap((path) => {
    const list = path.at(-1) === 'length' ? valueAt(value, path.slice(0, -1)) : undefined
    if (Array.isArray(list) && list.length > 0) return beginningsOf(list, linesTo(value, path.slice(0, -1)))
    const parents = linesTo(value, path)
    const line = parents.at(-1) ?? 0
    return line === 0 ? [] : [...parents, ...range(line - CONTEXT, line + CONTEXT + 1)]
  })
}

/** The first lines of each item of a list, so that one sees which items it has. */
function beginningsOf(list: readonly unknown[], parents: readonly number[]): number[] {
  const own = parents.at(-1) ?? 0
  return [
    ...parents,
    ...list.slice(0, LISTED.items).flatMap((item, at) => {
      const line = own + (linesTo(list, [at]).at(-1) ?? 0)
      return range(line, line + Math.min(LISTED.lines, lineCount(item)))
    }),
  ]
}

const valueAt = (value: unknown, [key, ...rest]: readonly Key[]): unknown =>
  key === undefined || typeof value !== 'object' || value === null
    ? value
    : valueAt((value as Readonly<Record<Key, unknown>>)[key], rest)

/** The first line of the reply, and of each value on the way to the one at a path; as far as there is one. */
function linesTo(value: unknown, path: readonly Key[]): number[] {
  const [key, ...rest] = path
  const children = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const place = children.findIndex(([name]) => name === String(key))
  if (key === undefined || place < 0) return [0]
  const before = children.slice(0, place).reduce((sum, [, child]) => sum + lineCount(child), 1)
  return [0, ...linesTo(children[place]?.[1], rest).map((line) => line + before)]
}

/** How many lines `JSON.stringify` takes with an indent. */
function lineCount(value: unknown): number {
  const children = typeof value === 'object' && value !== null ? Object.values(value) : []
  return children.length === 0 ? 1 : children.reduce((sum: number, child) => sum + lineCount(child), 2)
}

function parsed(reply: string): unknown {
  try {
    return JSON.parse(reply)
  } catch {
    // A reply that is not JSON, or too long to be kept whole, is shown from its start.
    return undefined
  }
}
