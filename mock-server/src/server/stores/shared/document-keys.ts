import { type CollectionName, type Collections, collections, idOf } from '../../../engine/collections.ts'

type AnyDocument = Collections[CollectionName]

/** Identifies a document. */
export const keyOf = (collection: CollectionName, id: string): string => `${collection} ${id}`

/** The keys of a document in an index. */
export const indexKeys = (collection: CollectionName, index: string, document: AnyDocument): string[] =>
  index === 'id' ? [idOf(collection, document)] : indexed(collection, index, document)

const indexed = (collection: CollectionName, index: string, document: AnyDocument): string[] =>
  (collections[collection].indexes as Record<string, (document: AnyDocument) => string[]>)[index]?.(
    document,
  ) ?? []

/** Identifies a list: the documents under a key of an index. */
export const listKey = (collection: CollectionName, index: string, key: string): string =>
  `${collection} ${index} ${key}`

/** The lists that a change of a document adds it to or removes it from. */
export function changedLists(
  collection: CollectionName,
  before: AnyDocument | null | undefined,
  after: AnyDocument | null | undefined,
): string[] {
  return Object.keys(collections[collection].indexes).flatMap((index) => {
    const was = before ? indexKeys(collection, index, before) : []
    const is = after ? indexKeys(collection, index, after) : []
    const changed = [...was.filter((key) => !is.includes(key)), ...is.filter((key) => !was.includes(key))]
    return changed.map((key) => listKey(collection, index, key))
  })
}
