import type { CollectionName, Everything } from '../../engine/collections.ts'
import type { Row } from '../shared/recorded-transaction.ts'
import type { Query } from './connection/query.ts'
import * as selections from './selections.ts'
import { collectionNames } from './tables.ts'

/** Documents per fetch. */
const ROWS = 200

/** All documents. The statements must run in one transaction, whose isolation decides whether they are from one moment. */
export async function readEverything(query: Query): Promise<Everything> {
  const everything: Partial<Record<CollectionName, readonly unknown[]>> = {}
  for (const collection of collectionNames) everything[collection] = await readTable(query, collection)
  return everything as Everything
}

/** Reads by a cursor, so that the rows are not in memory beside the documents. */
async function readTable(query: Query, collection: CollectionName): Promise<unknown[]> {
  const { text } = selections.everything(collection)
  const documents: unknown[] = []
  await query(`declare documents no scroll cursor for ${text}`)
  for (;;) {
    const { rows } = await query<Row>(`fetch ${ROWS} from documents`)
    if (rows.length === 0) break
    for (const { doc } of rows) documents.push(doc)
  }
  await query('close documents')
  return documents
}
