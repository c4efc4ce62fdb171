import { LINES_VERSION, WORLD_FORMAT, type WorldHeader } from '../../core/contract/world-lines.ts'
import { BROKEN_PICTURE } from '../../core/picture/broken-picture.ts'
import type { Codecs } from '../../core/picture/codecs.ts'
import { blobNamesOf, type Entry, type Game } from '../../core/rules/game/game.ts'
import type { Snapshot, Store } from '../store.ts'
import { worldCollections } from './world.ts'

/** Drawings in memory at a time. The largest have half a megabyte. */
const DRAWINGS_PER_READ = 50

const CHUNK = 64 * 1024

/**
 * All data of a store as lines (contract/world-lines.ts), from one moment, in pieces of text. Lists are sorted by id, so
 * that equal worlds are equal byte by byte. A lost drawing is written as the broken picture, so that the world can be
 * restored.
 * @param onLost called for each lost drawing
 * @throws {StoreUnavailableError} if it cannot be read.
 */
export async function* writeWorld(
  store: Store,
  seed: string,
  codecs: Codecs,
  onLost: (sha256: string) => void = () => {},
): AsyncGenerator<string> {
  const snapshot = await store.snapshot()
  try {
    let text = ''
    for await (const line of linesOf(snapshot, seed, codecs, onLost)) {
      text += `${JSON.stringify(line)}\n`
      if (text.length < CHUNK) continue
      yield text
      text = ''
    }
    yield text
  } finally {
    await snapshot.close()
  }
}

async function* linesOf(
  snapshot: Snapshot,
  seed: string,
  codecs: Codecs,
  onLost: (sha256: string) => void,
): AsyncGenerator<object> {
  yield {
    format: WORLD_FORMAT,
    version: LINES_VERSION,
    seed,
    collections: worldCollections,
  } satisfies WorldHeader
  /** The names of drawings, each of which is written once. */
  const written = new Set<string>()
  let documents = 0
  for (const collection of worldCollections) {
    for await (const page of snapshot.pages(collection)) {
      documents += page.length
      if (collection !== 'games') for (const document of page) yield { [collection]: document }
      else
        for (const games of withFewDrawings(page as readonly Game[]))
          yield* withDrawings(games, written, snapshot, codecs, onLost)
    }
  }
  yield { end: { documents, drawings: written.size } }
}

function* withFewDrawings(games: readonly Game[]): Generator<Game[]> {
  let some: Game[] = []
  let names = 0
  for (const game of games) {
    some.push(game)
    names += blobNamesOf([game]).length
    if (names < DRAWINGS_PER_READ) continue
    yield some
    some = []
    names = 0
  }
  yield some
}

/** Games after their drawings. */
async function* withDrawings(
  games: readonly Game[],
  written: Set<string>,
  snapshot: Snapshot,
  codecs: Codecs,
  onLost: (sha256: string) => void,
): AsyncGenerator<object> {
  const missing = blobNamesOf(games).filter((sha256) => !written.has(sha256))
  const found = await snapshot.blobs(missing)
  // In the order of the games: stores return them in any order.
  for (const sha256 of missing) {
    const bytes = found.get(sha256)
    if (!bytes) {
      onLost(sha256)
      continue
    }
    written.add(sha256)
    yield { drawing: sha256, bytes: codecs.toBase64(bytes) }
  }
  for (const game of games) {
    const isLost = (entry: Entry) => entry.type === 'drawing' && !written.has(entry.drawing)
    if (!game.entries.some(isLost)) {
      yield { games: game }
      continue
    }
    const drawing = codecs.sha256(codecs.fromBase64(BROKEN_PICTURE) ?? new Uint8Array())
    const entries = game.entries.map((entry) => (isLost(entry) ? { ...entry, drawing } : entry))
    if (!written.has(drawing)) yield { drawing, bytes: BROKEN_PICTURE }
    written.add(drawing)
    yield { games: { ...game, entries } }
  }
}
