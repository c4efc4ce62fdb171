import type { CollectionName, Collections } from '../../engine/store.ts'
import type { Seen } from './seen-documents.ts'
import { arraysOf, inParts, rowsOf, type Statement } from './statements.ts'
import { columnsOf, tables } from './tables.ts'

/* Statements that check and write documents and drawings. */

type AnyDocument = Collections[CollectionName]

/** A document before and after a transaction. */
export interface Written {
  readonly collection: CollectionName
  readonly id: string
  readonly before: Seen
  /** Null when it is removed. */
  readonly after: AnyDocument | null
}

/** Builds a statement when it is sent. */
export type Lazy = () => Statement

/** Maximum documents per statement: a larger one would block other calls, in node and in PostgreSQL. */
const PER_STATEMENT = 25

/** Checks the versions of rows that were only read, and locks them until the commit. */
export function checks(collection: CollectionName, onlyRead: readonly Seen[]): Statement[] {
  const there = onlyRead.filter((seen) => seen.collection === collection && seen.version !== null)
  if (there.length === 0) return []
  const [only, ...others] = there
  if (only && others.length === 0) {
    const text = `select 1 from ${tables[collection].name} where id = $1 and version = $2::bigint for share`
    return [{ text, values: [only.id, only.version], rows: 1 }]
  }
  return [
    {
      text: `select 1 from ${tables[collection].name} t join unnest($1::text[], $2::bigint[]) as x (id, version)
        on t.id = x.id and t.version = x.version order by t.id for share of t`,
      values: [idsOf(there), there.map(({ version }) => version)],
      rows: there.length,
    },
  ]
}

/** Checks that missing documents are still missing. Locks keep them missing (list-locks.ts). */
export function missingChecks(collection: CollectionName, onlyRead: readonly Seen[]): Statement[] {
  const missing = onlyRead.filter((seen) => seen.collection === collection && seen.version === null)
  if (missing.length === 0) return []
  const text = `select 1 from ${tables[collection].name} where id = any($1::text[]) limit 1`
  return [{ text, values: [idsOf(missing)], rows: 0 }]
}

export function removals(collection: CollectionName, written: readonly Written[]): Lazy[] {
  const gone = inOrderOfIds(collection, written).filter(
    ({ before, after }) => after === null && before.version !== null,
  )
  return inParts(gone, PER_STATEMENT).map((part) => () => removal(collection, part))
}

export function writes(collection: CollectionName, written: readonly Written[]): Lazy[] {
  const put = inOrderOfIds(collection, written).filter(({ after }) => after !== null)
  const isNew = ({ before }: Written) => before.version === null
  const updated = put.filter((each) => !isNew(each))
  const added = put.filter(isNew)
  return [
    ...inParts(updated, PER_STATEMENT).map((part) => () => update(collection, part)),
    ...inParts(added, PER_STATEMENT).map((part) => () => insertion(collection, part)),
  ]
}

const inOrderOfIds = (collection: CollectionName, written: readonly Written[]): Written[] =>
  written.filter((each) => each.collection === collection).sort((a, b) => (a.id < b.id ? -1 : 1))

const removal = (collection: CollectionName, part: readonly Written[]): Statement => ({
  text: `delete from ${tables[collection].name} t using unnest($1::text[], $2::bigint[]) as x (id, version)
    where t.id = x.id and t.version = x.version`,
  values: [idsOf(part), versionsOf(part)],
  rows: part.length,
})

function update(collection: CollectionName, part: readonly Written[]): Statement {
  const [only, ...others] = part
  if (only && others.length === 0) return updateOfOne(collection, only)
  const columns = columnsOf(collection)
  const names = columns.map(({ name }) => name)
  const text = `update ${tables[collection].name} t set ${[
    "version = nextval('versions')",
    'doc = x.doc',
    ...columns.map(({ name, type }) => `${name} = x.${name}::${type}`),
  ].join(', ')} from ${rowsOf(['id', 'version', ...names, 'doc'])}
    where t.id = x.id and t.version = x.version::bigint returning 1`
  const values = arraysOf([idsOf(part), versionsOf(part), ...valuesOf(collection, part)])
  return { text, values, rows: part.length }
}

/** PostgreSQL plans this statement once, unlike the one for several documents. */
function updateOfOne(collection: CollectionName, { id, before, after }: Written): Statement {
  const columns = columnsOf(collection)
  const set = columns.map(({ name, type }, at) => `, ${name} = $${at + 4}::${type}`).join('')
  const text = `update ${tables[collection].name} set version = nextval('versions'), doc = $3::json${set}
    where id = $1 and version = $2::bigint returning 1`
  return { text, values: [id, before.version, ...valuesOfOne(collection, after)], rows: 1 }
}

function insertion(collection: CollectionName, part: readonly Written[]): Statement {
  const [only, ...others] = part
  if (only && others.length === 0) return insertionOfOne(collection, only)
  const columns = columnsOf(collection)
  const names = ['id', ...columns.map(({ name }) => name), 'doc']
  const text = `insert into ${tables[collection].name} (${names.join(', ')})
    select ${['x.id', ...columns.map(({ name, type }) => `x.${name}::${type}`), 'x.doc'].join(', ')}
    from ${rowsOf(names)} returning 1`
  const values = arraysOf([idsOf(part), ...valuesOf(collection, part)])
  return { text, values, rows: part.length }
}

function insertionOfOne(collection: CollectionName, { id, after }: Written): Statement {
  const columns = columnsOf(collection)
  const text = `insert into ${tables[collection].name} (id, doc${columns.map(({ name }) => `, ${name}`).join('')})
    values ($1, $2::json${columns.map(({ type }, at) => `, $${at + 3}::${type}`).join('')}) returning 1`
  return { text, values: [id, ...valuesOfOne(collection, after)], rows: 1 }
}

export const blobInsertion =
  ([sha256, bytes]: [string, Uint8Array]): Lazy =>
  () => ({
    text: 'insert into blobs (sha256, bytes) values ($1, $2) on conflict do nothing',
    values: [sha256, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
    rows: null,
  })

/** The values of each column, then the documents. */
function valuesOf(collection: CollectionName, part: readonly Written[]): unknown[][] {
  const documents = part.flatMap(({ after }) => after ?? [])
  return [
    ...columnsOf(collection).map(({ of }) => documents.map((document) => of(document as never))),
    documents,
  ]
}

/** Parameters: the document, then the value of each column. */
const valuesOfOne = (collection: CollectionName, document: AnyDocument | null): unknown[] => [
  JSON.stringify(document),
  ...columnsOf(collection).map(({ of }) => of(document as never)),
]

const versionsOf = (part: readonly Written[]): (string | null)[] => part.map(({ before }) => before.version)

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id)
