import { ADMIN_CALLS } from '../../../core/contract/constants.ts'
import { ADMIN_CALL } from './admin-calls.ts'
import type { Query } from './connection/statement.ts'

/** Interval between two removals. */
const INTERVAL_MS = 600_000

/** Rows per statement. Other calls run between the statements. */
const CHUNK = 1000

/** The rows that are no longer needed, by table. */
const OLD = {
  // A commit in doubt is settled within seconds.
  commits: "at < now() - interval '1 hour' order by at",
  call_counts: 'resets_at < now()',
  // By age only, so that no number of calls removes another call. Ids begin with the time.
  controls: `name like '${ADMIN_CALL}%' and name collate "C" < '${ADMIN_CALL}' || to_char(now() at time zone 'UTC' - interval '${ADMIN_CALLS.keptDays} days', 'YYYYMMDDHH24MISS')`,
}

/** Removes old rows now and then. @returns a function that stops this. */
export function keepRemovingOldRows(query: Query, onProblem: (problem: unknown) => void): () => void {
  const closing = new AbortController()
  const timer = setInterval(() => removeOldRows(query, closing.signal).catch(onProblem), INTERVAL_MS).unref()
  return () => {
    clearInterval(timer)
    closing.abort()
  }
}

/**
 * Removes old rows in small chunks. Several processes may call this at the same time: each chunk is removed by one of
 * them, and the others stop.
 */
export async function removeOldRows(query: Query, stop: AbortSignal): Promise<void> {
  for (const [table, old] of Object.entries(OLD)) {
    for (let removed = CHUNK; removed >= CHUNK && !stop.aborted; ) {
      const { rowCount } = await query(
        `delete from ${table} where ctid = any(array(select ctid from ${table} where ${old} limit ${CHUNK}))
         and (select pg_try_advisory_xact_lock(hashtextextended(current_schema()::text || ' old rows', 0)))`,
      )
      removed = rowCount ?? 0
    }
  }
}
