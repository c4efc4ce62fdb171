import { createHash } from 'node:crypto'
import { type CollectionName, type Collections, collections, idOf } from '../../engine/collections.ts'
import type { Store } from '../../engine/store.ts'
import { blobNamesOf, type Game } from '../../rules/game/game.ts'

/** A store that can be copied, and be the target of a copy. */
export interface CopiedStore extends Store {
  /**
   * Every document of a collection, a few hundred at a time. Games are in the order of their days, because a data folder
   * has a file per day. Documents are in no other order.
   */
  pages<C extends CollectionName>(collection: C): AsyncIterable<readonly Collections[C][]>
  /** Resolves when no work is left over from earlier writes. A copy would otherwise outrun it, and fill the memory. */
  settle?(): Promise<void>
}

/** How much of a collection was copied. */
export interface CopiedCollection {
  readonly collection: CollectionName
  readonly documents: number
  /** How many of them the target already had, from an interrupted copy. */
  readonly alreadyPresent: number
}

/** The size and hash of a collection. The hash does not depend on the order of the documents. */
export interface Contents {
  readonly documents: number
  readonly sha256: string
}

/** The target conflicts with the source; the message says where. */
export class CopyError extends Error {
  override name = 'CopyError'
}

const COLLECTIONS = Object.keys(collections) as CollectionName[]

/**
 * Copies all documents and drawings from one store to another, one page per transaction. Documents that the target
 * already has are compared and not written again, so that an interrupted copy can be resumed.
 * @param onProgress called after each page.
 * @returns the counts of each collection, and the SHA-256 of drawings that the source has lost.
 * @throws {CopyError} if the target has another document under an id.
 */
export async function copyDocuments(
  from: CopiedStore,
  to: CopiedStore,
  onProgress: (done: CopiedCollection) => void,
): Promise<{ copied: CopiedCollection[]; lostDrawings: string[] }> {
  const copied: CopiedCollection[] = []
  const lostDrawings: string[] = []
  for (const collection of COLLECTIONS) {
    let done: CopiedCollection = { collection, documents: 0, alreadyPresent: 0 }
    for await (const page of from.pages(collection)) {
      const fresh = await missingIn(to, collection, page)
      const blobs = await blobsOf(from, collection, fresh)
      lostDrawings.push(...blobs.lost)
      await to.transaction(async (tx) => {
        for (const document of fresh) tx.insert(collection, document)
        for (const [sha256, bytes] of blobs.found) tx.putBlob(sha256, bytes)
      })
      await to.settle?.()
      done = {
        collection,
        documents: done.documents + page.length,
        alreadyPresent: done.alreadyPresent + page.length - fresh.length,
      }
      onProgress(done)
    }
    copied.push(done)
  }
  return { copied, lostDrawings }
}

/** Counts and hashes the documents of each collection. */
export async function contentsOf(store: CopiedStore): Promise<Record<CollectionName, Contents>> {
  const contents: Partial<Record<CollectionName, Contents>> = {}
  for (const collection of COLLECTIONS) {
    let documents = 0
    let sum = 0n
    for await (const page of store.pages(collection)) {
      documents += page.length
      for (const document of page) sum = (sum + hashOf(document)) % 2n ** 256n
    }
    contents[collection] = { documents, sha256: sum.toString(16).padStart(64, '0') }
  }
  return contents as Record<CollectionName, Contents>
}

/** The SHA-256 of drawings that games refer to, but that a store does not have or has damaged. */
export async function missingDrawings(store: CopiedStore): Promise<string[]> {
  const missing: string[] = []
  for await (const page of store.pages('games')) {
    const drawings = blobNamesOf(page)
    const blobs = await store.transaction((tx) => tx.blobs(drawings))
    for (const sha256 of drawings) {
      const bytes = blobs.get(sha256)
      if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256) missing.push(sha256)
    }
  }
  return missing
}

/** The documents of a page that a store does not have yet. @throws {CopyError} if it has another under an id. */
async function missingIn<C extends CollectionName>(
  store: CopiedStore,
  collection: C,
  page: readonly Collections[C][],
): Promise<Collections[C][]> {
  const ids = page.map((document) => idOf(collection, document))
  const there = await store.transaction((tx) => tx.findMany(collection, 'id', ids))
  const stored = new Map(there.map((document) => [idOf(collection, document), JSON.stringify(document)]))
  return page.filter((document) => {
    const id = idOf(collection, document)
    const other = stored.get(id)
    if (other === undefined) return true
    if (other === JSON.stringify(document)) return false
    throw new CopyError(
      `The target has a different document with the id ${id} in ${collection}. Choose an empty target, or one with an interrupted copy of this source.`,
    )
  })
}

async function blobsOf(
  store: Store,
  collection: CollectionName,
  documents: readonly Collections[CollectionName][],
): Promise<{ found: Map<string, Uint8Array>; lost: string[] }> {
  if (collection !== 'games') return { found: new Map(), lost: [] }
  const drawings = blobNamesOf(documents as readonly Game[])
  const found = await store.transaction((tx) => tx.blobs(drawings))
  return { found, lost: drawings.filter((sha256) => !found.has(sha256)) }
}

const hashOf = (document: unknown): bigint =>
  BigInt(`0x${createHash('sha256').update(JSON.stringify(document)).digest('hex')}`)
