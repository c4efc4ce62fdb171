import { Changed } from './database-error.ts'
import type { Query } from './query.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** How many rows it must find or write; null if any number is right. */
  readonly rows: number | null
}

/**
 * Rows `x` from one JSON array for each column, the parameters from `$1` on (see {@link arraysOf}). `doc` is JSON, the other
 * columns are text. node-postgres would escape the elements of PostgreSQL's own arrays one by one.
 */
export function rowsOf(columns: readonly string[]): string {
  const arrays = columns.map((name, at) => {
    const elements = name === 'doc' ? 'json_array_elements' : 'json_array_elements_text'
    return `${elements}($${at + 1}::json)`
  })
  return `rows from (${arrays.join(', ')}) as x (${columns.join(', ')})`
}

/** The parameters for {@link rowsOf}. */
export const arraysOf = (columns: readonly (readonly unknown[])[]): string[] =>
  columns.map((values) => JSON.stringify(values))

/** Divides items, in their order, into parts of at most `size`. */
export function inParts<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size))
  return parts
}

/** A step of an open transaction. */
export type Step = (query: Query) => Promise<unknown>

/** Runs a statement. @throws {Changed} if it finds or writes a different number of rows. */
export const step =
  ({ text, values, rows }: Statement): Step =>
  async (query) => {
    const { rowCount } = await query(text, values)
    if (rows !== null && rowCount !== rows) throw new Changed()
  }

/** More are sent one by one, so that those of an import are not in memory at once. */
const MAX_AT_ONCE = 20

/** Runs all steps in their order. @throws the first error when all that were sent have ended. */
export async function runSteps(query: Query, steps: readonly Step[]): Promise<void> {
  if (steps.length > MAX_AT_ONCE) {
    for (const each of steps) await each(query)
    return
  }
  const results = await Promise.allSettled(steps.map((each) => each(query)))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
