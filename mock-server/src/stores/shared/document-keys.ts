import { type CollectionName, type Collections, collections } from '../../engine/store.ts'

type AnyDocument = Collections[CollectionName]

/** The id of a document in its collection. */
export const idOf = (collection: CollectionName, document: AnyDocument): string =>
  (collections[collection].id as (document: AnyDocument) => string)(document)

/** The keys of a document in an index. */
export const indexKeys = (collection: CollectionName, index: string, document: AnyDocument): string[] =>
  (collections[collection].indexes as Record<string, (document: AnyDocument) => string[]>)[index]?.(
    document,
  ) ?? []
