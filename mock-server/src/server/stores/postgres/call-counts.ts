import { createHash } from 'node:crypto'
import type { Query } from './connection/statement.ts'

/** Call counts that all processes share. Windows follow the clock of the database. */
export type CallCounts = ReturnType<typeof callCounts>

export const callCounts = (query: Query) => ({
  /**
   * Counts calls.
   * @param windowMs length of a window, which begins with its first call
   * @returns the calls in the window, and when it ends
   */
  async increment(key: string, windowMs: number, calls: number): Promise<{ calls: number; resetsAt: Date }> {
    const { rows } = await query<{ calls: number; resets_at: Date }>(
      `insert into call_counts as c (key, calls, resets_at)
       values ($1, $3::int, now() + $2::float8 * interval '1 millisecond')
       on conflict (key) do update set
         calls = case when c.resets_at <= now() then $3 else c.calls + $3 end,
         resets_at = case when c.resets_at <= now() then excluded.resets_at else c.resets_at end
       returning calls, resets_at`,
      [hashOf(key), windowMs, calls],
    )
    const [row] = rows
    if (!row) throw new Error(`${key} was not counted`)
    return { calls: row.calls, resetsAt: row.resets_at }
  },

  /** Takes calls back. */
  async decrement(key: string, calls: number): Promise<void> {
    await query('update call_counts set calls = greatest(calls - $2::int, 0) where key = $1', [
      hashOf(key),
      calls,
    ])
  },
})

/** Keys name players and addresses, which the table does not. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')
