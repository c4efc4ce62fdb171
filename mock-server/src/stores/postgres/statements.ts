import { inSlices } from '../../engine/slices.ts'
import { Changed } from './database-error.ts'
import type { Query } from './query.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** How many rows it must find or write; null if any number is right. */
  readonly rows: number | null
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

/**
 * Sends all steps in order, without waiting for results. Other calls run between large steps.
 * @throws the first error when all steps have ended.
 */
export async function inOrder(query: Query, steps: readonly Step[]): Promise<void> {
  const sent: Promise<unknown>[] = []
  for await (const each of inSlices(steps)) {
    const result = each(query)
    // Handled below, after all have ended.
    result.catch(() => {})
    sent.push(result)
  }
  const results = await Promise.allSettled(sent)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
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
