import type { Query } from './database.ts'
import { Changed } from './database-error.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** How many rows it must find or write; null when that says nothing. */
  readonly rows: number | null
}

/** Something to do on an open transaction. */
export type Step = (query: Query) => Promise<unknown>

/** Runs a statement. @throws {Changed} when it finds or writes another number of rows. */
export const step =
  ({ text, values, rows }: Statement): Step =>
  async (query) => {
    const { rowCount } = await query(text, values)
    if (rows !== null && rowCount !== rows) throw new Changed()
  }

/** More steps than this have many documents: other calls run between them. */
const FEW_STEPS = 8

/** Sends all steps without waiting for each other's results. All have ended when it throws what the first threw. */
export async function inOrder(query: Query, steps: readonly Step[]): Promise<void> {
  const sent: Promise<unknown>[] = []
  for (const each of steps) {
    const result = each(query)
    // Handled below, when all have ended.
    result.catch(() => {})
    sent.push(result)
    if (steps.length > FEW_STEPS) await othersFirst()
  }
  const results = await Promise.allSettled(sent)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Lets calls that arrived meanwhile run first. */
export const othersFirst = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * One statement of several, none of which needs to see what an earlier one has written. They run in their order, and
 * it fails as a whole when one of them finds or writes another number of rows than it must; those must return a row
 * for each.
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
