import type { CollectionName, Collections, Everything } from '../../engine/store.ts'
import type { Query } from './query.ts'
import type { Row } from './seen-documents.ts'
import * as selections from './selections.ts'

/** Documents per fetch. */
const ROWS = 200

/** All documents. The statements must run in one transaction, whose isolation decides whether they are from one moment. */
export async function readEverything(query: Query): Promise<Everything> {
  return {
    users: await readTable(query, 'users'),
    groups: await readTable(query, 'groups'),
    games: await readTable(query, 'games'),
    reactions: await readTable(query, 'reactions'),
    pushTokens: await readTable(query, 'pushTokens'),
    outbox: await readTable(query, 'outbox'),
    messages: await readTable(query, 'messages'),
    reports: await readTable(query, 'reports'),
    reportedThings: await readTable(query, 'reportedThings'),
    blocks: await readTable(query, 'blocks'),
    devices: await readTable(query, 'devices'),
    moveCodes: await readTable(query, 'moveCodes'),
    decisions: await readTable(query, 'decisions'),
    rollover: await readTable(query, 'rollover'),
  }
}

/** Reads by a cursor, so that the rows are not in memory beside the documents. */
async function readTable<C extends CollectionName>(query: Query, collection: C): Promise<Collections[C][]> {
  const { text } = selections.everything(collection)
  const documents: Collections[C][] = []
  await query(`declare documents no scroll cursor for ${text}`)
  for (;;) {
    const { rows } = await query<Row>(`fetch ${ROWS} from documents`)
    if (rows.length === 0) break
    for (const { doc } of rows) documents.push(doc as Collections[C])
  }
  await query('close documents')
  return documents
}
