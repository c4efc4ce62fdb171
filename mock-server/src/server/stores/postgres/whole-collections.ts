import type { CollectionName, Collections } from '../../../engine/collections.ts'
import type { Snapshot } from '../../../engine/store.ts'
import type { Row } from '../shared/recorded-transaction.ts'
import type { Database } from './connection/database.ts'
import { OpenTransaction } from './connection/open-transaction.ts'
import type { Query } from './connection/statement.ts'
import * as selections from './selections.ts'

/** Documents per statement. */
const ROWS = 200

/** How long the reader of a snapshot may wait for whom it sends the data to. */
const IDLE_MS = 60_000

/** Opens a snapshot: all its statements run in one transaction, which sees the data of its first one. */
export async function openSnapshot(
  database: Database,
  unavailable: (error: unknown) => unknown,
): Promise<Snapshot> {
  const failed = (error: unknown) => {
    throw unavailable(error)
  }
  const transaction = await OpenTransaction.begin(database, database.longDeadline(), 'snapshot').catch(failed)
  const query: Query = (text, values) => transaction.query<never>(text, values).catch(failed)
  // Until the first read, the transaction has no moment.
  await query(`set local idle_in_transaction_session_timeout = ${IDLE_MS}; select from users limit 1`)
  return {
    pages: (collection) => pagesOf(query, collection),
    async blobs(sha256s) {
      if (sha256s.length === 0) return new Map()
      const { text, values } = selections.blobs(sha256s)
      const { rows } = await query<{ sha256: string; bytes: Uint8Array }>(text, values)
      return new Map(rows.map(({ sha256, bytes }) => [sha256, new Uint8Array(bytes)]))
    },
    close: () => transaction.rollback(),
  }
}

/** Reads by a cursor, so that not all rows are in memory. */
async function* pagesOf<C extends CollectionName>(
  query: Query,
  collection: C,
): AsyncGenerator<readonly Collections[C][]> {
  const { text } = selections.everything(collection)
  await query(`declare documents no scroll cursor for ${text}`)
  for (;;) {
    const { rows } = await query<Row>(`fetch ${ROWS} from documents`)
    if (rows.length === 0) break
    yield rows.map(({ doc }) => doc as Collections[C])
  }
  await query('close documents')
}
