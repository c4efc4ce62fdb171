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

/** Sends all steps at once, to be run in order. @throws the first error when all steps have ended. */
export async function pipelined(query: Query, steps: readonly Step[]): Promise<void> {
  const results = await Promise.allSettled(steps.map((each) => each(query)))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Sends each step after the result of the one before it. Other calls run in between, in node and in PostgreSQL. */
export async function oneByOne(query: Query, steps: readonly Step[]): Promise<void> {
  for (const each of steps) await each(query)
}

/**
 * Joins statements into one. They run on one snapshot, so none may depend on the writes of another. The joined
 * statement fails as a whole if one of them returns a different number of rows than it must.
 */
export function joined(statements: readonly Statement[]): Statement {
  const values: unknown[] = []
  const parts: string[] = []
  const counts: string[] = []
  for (const [at, { text, values: own, rows }] of statements.entries()) {
    const first = values.length
    parts.push(`part${at} as (${text.replace(/\$(\d+)/g, (_, number) => `$${first + Number(number)}`)})`)
    values.push(...own)
    if (rows === null) continue
    values.push(rows)
    counts.push(`(select count(*) from part${at}) = $${values.length}::int`)
  }
  const holds = counts.length === 0 ? 'true' : counts.join(' and ')
  return { text: `with ${parts.join(', ')} select must_hold(${holds})`, values, rows: null }
}
