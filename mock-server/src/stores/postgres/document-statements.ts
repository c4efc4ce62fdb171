import type { CollectionName, Collections } from '../../engine/store.ts'
import type { Seen } from './seen-documents.ts'
import { type Step, step } from './statements.ts'
import { columnsOf, tables } from './tables.ts'

/* Statements that check and write documents and drawings, one for each. */

type AnyDocument = Collections[CollectionName]

/** A document before and after a transaction. */
export interface Written {
  readonly collection: CollectionName
  readonly id: string
  readonly before: Seen
  /** Null when it is removed. */
  readonly after: AnyDocument | null
}

/**
 * Checks a document that was only read: a row has its version and is locked until the commit, and a missing document is still
 * missing, which locks ensure (list-locks.ts).
 */
export const check = ({ collection, id, version }: Seen): Step => {
  const from = `select 1 from ${tables[collection].name} where id = $1`
  return version === null
    ? step(() => ({ text: from, values: [id], rows: 0 }))
    : step(() => ({ text: `${from} and version = $2::bigint for share`, values: [id, version], rows: 1 }))
}

export const removal = ({ collection, id, before }: Written): Step =>
  step(() => ({
    text: `delete from ${tables[collection].name} where id = $1 and version = $2::bigint`,
    values: [id, before.version],
    rows: 1,
  }))

/** Inserts or updates a document. */
export const write = ({ collection, id, before, after }: Written): Step =>
  step(() => {
    const { name } = tables[collection]
    const columns = columnsOf(collection)
    const values = [id, JSON.stringify(after), ...columns.map(({ of }) => of(after as never))]
    if (before.version === null) {
      const names = columns.map((column) => `, ${column.name}`).join('')
      const parameters = columns.map(({ type }, at) => `, $${at + 3}::${type}`).join('')
      return {
        text: `insert into ${name} (id, doc${names}) values ($1, $2::json${parameters})`,
        values,
        rows: 1,
      }
    }
    const set = columns.map((column, at) => `, ${column.name} = $${at + 3}::${column.type}`).join('')
    const text = `update ${name} set version = nextval('versions'), doc = $2::json${set}
      where id = $1 and version = $${columns.length + 3}::bigint`
    return { text, values: [...values, before.version], rows: 1 }
  })

export const blobInsertion = ([sha256, bytes]: [string, Uint8Array]): Step =>
  step(() => ({
    text: 'insert into blobs (sha256, bytes) values ($1, $2) on conflict do nothing',
    values: [sha256, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
    rows: null,
  }))
