import { BODY } from '../contract/constants.ts'
import { BROKEN_PICTURE } from '../picture/broken-picture.ts'
import type { Codecs } from '../picture/codecs.ts'
import { blobNamesOf, type Game } from '../rules/game/game.ts'
import type { Collections, Everything } from './collections.ts'
import type { Store } from './store.ts'
import type { Transaction } from './transaction.ts'
import { type World, type WorldCollection, worldCollections } from './world.ts'

/** One read of all drawings would need twice their memory. */
const BLOBS_PER_READ = 200

/** More games do not fit into a document of {@link BODY.worldMaxBytes} with their drawings, and perhaps not into memory. */
const MAX_GAMES = 100_000

/** More than the field names, the seed and the broken picture take. */
const OTHER_BYTES = 10_000

/** The store has more data than one document may contain. */
export class WorldTooLargeError extends Error {
  override name = 'WorldTooLargeError'

  constructor() {
    super(
      `This world is too large for one document, which may have ${BODY.worldMaxBytes / 2 ** 20} MiB and ${MAX_GAMES.toLocaleString('en')} games. Copy its store instead: inkling store copy --from SOURCE --to TARGET`,
    )
  }
}

/**
 * Exports all data of a store. Lists are sorted by id, so that equal worlds are equal byte by byte. A lost drawing is
 * exported as the broken picture, so that the document can be restored.
 *
 * @param maxBytes of the document as JSON. By default what a restore accepts.
 * @throws WorldTooLargeError
 */
export async function exportWorld(
  store: Store,
  seed: string,
  codecs: Codecs,
  maxBytes: number = BODY.worldMaxBytes,
): Promise<World> {
  if ((await store.transaction((tx) => tx.count('games'))) > MAX_GAMES) throw new WorldTooLargeError()
  return store.everything((documents, blobs) => worldOf(documents, blobs, seed, codecs, maxBytes))
}

async function worldOf(
  documents: Everything,
  read: Transaction['blobs'],
  seed: string,
  codecs: Codecs,
  maxBytes: number,
): Promise<World> {
  const { games, rollover: _, deletedAccounts: __, ...others } = documents
  let left = maxBytes - OTHER_BYTES
  const take = (bytes: number) => {
    left -= bytes
    if (left < 0) throw new WorldTooLargeError()
  }
  for (const list of [games, ...Object.values(others)]) {
    for (const document of list) take(jsonBytes(document) + 1)
  }
  const blobs: Record<string, string> = {}
  const sorted = blobNamesOf(games).sort()
  for (let from = 0; from < sorted.length; from += BLOBS_PER_READ) {
    const part = sorted.slice(from, from + BLOBS_PER_READ)
    const found = await read(part)
    for (const sha256 of part) {
      const blob = found.get(sha256)
      if (!blob) continue
      const base64 = codecs.toBase64(blob)
      take(jsonBytes({ [sha256]: base64 }))
      blobs[sha256] = base64
    }
  }
  return {
    format: 'inkling-world',
    version: 1,
    seed,
    ...others,
    games: withoutLost(games, blobs, codecs),
    blobs,
  }
}

const jsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** Replaces drawings missing from `blobs` with the broken picture, which it adds to `blobs`. */
function withoutLost(games: readonly Game[], blobs: Record<string, string>, codecs: Codecs): readonly Game[] {
  const isLost = (entry: Game['entries'][number]) =>
    entry.type === 'drawing' && !Object.hasOwn(blobs, entry.drawing)
  if (!games.some(({ entries }) => entries.some(isLost))) return games
  const drawing = codecs.sha256(codecs.fromBase64(BROKEN_PICTURE) ?? '')
  const repaired = games.map((game) => ({
    ...game,
    entries: game.entries.map((entry) => (isLost(entry) ? { ...entry, drawing } : entry)),
  }))
  blobs[drawing] = BROKEN_PICTURE
  return repaired
}

/**
 * Writes a world into an empty store.
 *
 * @throws TypeError if a blob is not base64.
 */
export function importWorld(tx: Transaction, world: World, codecs: Codecs): void {
  for (const name of worldCollections) insertAll(tx, name, world[name] ?? [])
  for (const [sha256, base64] of Object.entries(world.blobs)) {
    const blob = codecs.fromBase64(base64)
    if (!blob) throw new TypeError(`blobs.${sha256} is not base64`)
    tx.putBlob(sha256, blob)
  }
}

function insertAll<C extends WorldCollection>(
  tx: Transaction,
  name: C,
  documents: readonly Collections[C][],
): void {
  for (const document of documents) tx.insert(name, document)
}

export const isEmpty = async (tx: Transaction): Promise<boolean> => (await tx.count('users')) === 0
