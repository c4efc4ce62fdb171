import type { CollectionName, Collections, Everything } from '../../engine/collections.ts'
import type { Row } from '../shared/recorded-transaction.ts'
import type { Query } from './connection/statement.ts'
import * as selections from './selections.ts'
import { collectionNames } from './tables.ts'

/** Documents per statement. */
const ROWS = 200

/** No game is earlier. */
const FIRST_DAY = '0001-01-01'

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

/** The documents of a collection in pages, each as it is when its page is read: games by day, others by id. */
export async function* pagesOf<C extends CollectionName>(
  query: Query,
  collection: C,
): AsyncGenerator<readonly Collections[C][]> {
  let [day, id] = [FIRST_DAY, '']
  for (;;) {
    const { text, values } =
      collection === 'games'
        ? selections.gamesAfter(day, id, ROWS)
        : selections.pageAfter(collection, id, ROWS)
    const { rows } = await query<{ id: string; doc: Collections[C] }>(text, values)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ doc }) => doc)
    id = last.id
    if ('day' in last.doc) day = last.doc.day
  }
}
