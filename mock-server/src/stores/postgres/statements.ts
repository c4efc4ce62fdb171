import { Changed } from './database-error.ts'
import type { Query } from './query.ts'

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** How many rows it must find or write; null if any number is right. */
  readonly rows: number | null
}

/** A step of an open transaction. */
export type Step = (query: Query) => Promise<unknown>

/** Builds a statement when it is sent, and runs it. @throws {Changed} if it finds or writes a different number of rows. */
export const step =
  (build: () => Statement): Step =>
  async (query) => {
    const { text, values, rows } = build()
    const { rowCount } = await query(text, values)
    if (rows !== null && rowCount !== rows) throw new Changed()
  }

/** Steps that are sent together. Those of an import are not in memory at once. */
const AT_ONCE = 100

/** Runs all steps in their order. @throws the first error when all that were sent have ended. */
export async function runSteps(query: Query, steps: readonly Step[]): Promise<void> {
  for (let from = 0; from < steps.length; from += AT_ONCE) {
    const results = await Promise.allSettled(steps.slice(from, from + AT_ONCE).map((each) => each(query)))
    const failed = results.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}
