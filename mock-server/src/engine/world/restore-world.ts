import type { Codecs } from '../../core/picture/codecs.ts'
import type { Collections } from '../collections.ts'
import type { SavedEraser } from '../erasure/saved-eraser.ts'
import type { NewData, Store } from '../store.ts'
import type { BroughtBack } from './brought-back.ts'
import { readWorld, type WorldSource } from './read-world.ts'
import type { WorldCollection } from './world.ts'

const DOCUMENTS_PER_WRITE = 200
const DRAWINGS_PER_WRITE = 64

export interface RestoredWorld {
  readonly seed: string
  readonly documents: { readonly [C in WorldCollection]?: number }
  readonly drawings: number
  /** Its groups, as the world has them. */
  readonly groups: readonly { readonly name: string; readonly code: string }[]
}

export interface RestoreOptions {
  /** Leaves a store with users as it is. */
  readonly onlyIfEmpty?: boolean
  /** Takes out the accounts that were deleted after the world was saved. */
  readonly eraser?: SavedEraser | null | undefined
  readonly broughtBack?: BroughtBack
  /** Called when all is read, before it replaces the data. @param seed of the server that has saved the world */
  readonly beforeEnd?: (seed: string) => Promise<void>
}

/**
 * Replaces all data of a store by a world, at once: until it is read to its end, the store is unchanged.
 * @returns what it contains; null if the store was left as it is.
 * @throws {WorldError} if the world is damaged.
 */
export async function restoreWorld(
  store: Store,
  source: WorldSource,
  codecs: Codecs,
  { eraser = null, broughtBack, beforeEnd, ...options }: RestoreOptions = {},
): Promise<RestoredWorld | null> {
  let restored: RestoredWorld | null = null
  const isReplaced = await store.replaceAll(async (data) => {
    restored = await writeParts(data, source, codecs, { eraser, broughtBack })
    await beforeEnd?.(restored.seed)
  }, options)
  return isReplaced ? restored : null
}

async function writeParts(
  data: NewData,
  source: WorldSource,
  codecs: Codecs,
  { eraser, broughtBack }: Pick<RestoreOptions, 'eraser'> & { broughtBack: BroughtBack | undefined },
): Promise<RestoredWorld> {
  let seed = ''
  const counts: { [C in WorldCollection]?: number } = {}
  let drawings = 0
  const groups: { name: string; code: string }[] = []
  let blobs = new Map<string, Uint8Array>()
  let collection: WorldCollection = 'users'
  let documents: Collections[WorldCollection][] = []
  const flush = async () => {
    const page = eraser ? await eraser.erase(collection, documents as never) : documents
    await broughtBack?.note(seed, collection, page as never)
    if (page.length > 0) await data.insert(collection, page as never)
    documents = []
  }
  const flushBlobs = async () => {
    if (blobs.size > 0) await data.putBlobs(blobs)
    blobs = new Map()
  }
  for await (const part of readWorld(source, codecs)) {
    if (part.kind === 'header') seed = part.seed
    else if (part.kind === 'drawing') {
      drawings++
      blobs.set(part.sha256, part.bytes)
      if (blobs.size >= DRAWINGS_PER_WRITE) await flushBlobs()
    } else {
      if (part.collection !== collection || documents.length >= DOCUMENTS_PER_WRITE) await flush()
      collection = part.collection
      counts[collection] = (counts[collection] ?? 0) + 1
      documents.push(part.document)
      if (part.collection === 'groups') groups.push({ name: part.document.name, code: part.document.code })
    }
  }
  await flush()
  for (const [sha256, bytes] of eraser?.blobs ?? []) blobs.set(sha256, bytes)
  await flushBlobs()
  return { seed, documents: counts, drawings, groups }
}
