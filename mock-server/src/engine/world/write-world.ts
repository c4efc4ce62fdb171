import { LINES_VERSION, WORLD_FORMAT, type WorldHeader } from '../../core/contract/world-lines.ts'
import { BROKEN_PICTURE } from '../../core/picture/broken-picture.ts'
import type { Codecs } from '../../core/picture/codecs.ts'
import { blobNamesOf, type Game } from '../../core/rules/game/game.ts'
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
  const drawings = new WrittenDrawings(snapshot, codecs, onLost)
  let documents = 0
  for (const collection of worldCollections) {
    for await (const page of snapshot.pages(collection)) {
      documents += page.length
      if (collection === 'games') yield* drawings.withGames(page as readonly Game[])
      else for (const document of page) yield { [collection]: document }
    }
  }
  yield { end: { documents, drawings: drawings.count } }
}

/** Games with their drawings, each of which is written once. */
class WrittenDrawings {
  readonly #snapshot: Snapshot
  readonly #codecs: Codecs
  readonly #onLost: (sha256: string) => void
  readonly #written = new Set<string>()

  constructor(snapshot: Snapshot, codecs: Codecs, onLost: (sha256: string) => void) {
    this.#snapshot = snapshot
    this.#codecs = codecs
    this.#onLost = onLost
  }

  get count(): number {
    return this.#written.size
  }

  async *withGames(games: readonly Game[]): AsyncGenerator<object> {
    let some: Game[] = []
    let names = 0
    for (const game of games) {
      some.push(game)
      names += blobNamesOf([game]).length
      if (names < DRAWINGS_PER_READ) continue
      yield* this.#write(some)
      some = []
      names = 0
    }
    yield* this.#write(some)
  }

  async *#write(games: readonly Game[]): AsyncGenerator<object> {
    const missing = blobNamesOf(games).filter((sha256) => !this.#written.has(sha256))
    const found = await this.#snapshot.blobs(missing)
    // In the order of the games: stores return them in any order.
    for (const sha256 of missing) {
      const bytes = found.get(sha256)
      if (bytes) yield* this.#drawing(sha256, this.#codecs.toBase64(bytes))
      else this.#onLost(sha256)
    }
    for (const game of games) {
      const whole = this.#withoutLost(game)
      if (whole !== game) yield* this.#drawing(this.#broken, BROKEN_PICTURE)
      yield { games: whole }
    }
  }

  *#drawing(drawing: string, bytes: string): Generator<object> {
    if (this.#written.has(drawing)) return
    this.#written.add(drawing)
    yield { drawing, bytes }
  }

  get #broken(): string {
    return this.#codecs.sha256(this.#codecs.fromBase64(BROKEN_PICTURE) ?? new Uint8Array())
  }

  /** The game with the broken picture for drawings that are missing. */
  #withoutLost(game: Game): Game {
    const isLost = (entry: Game['entries'][number]) =>
      entry.type === 'drawing' && !this.#written.has(entry.drawing)
    if (!game.entries.some(isLost)) return game
    return {
      ...game,
      entries: game.entries.map((entry) => (isLost(entry) ? { ...entry, drawing: this.#broken } : entry)),
    }
  }
}
