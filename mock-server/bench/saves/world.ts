import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { drawWord, loadLibrary } from '@inkling/fixtures/drawings/library'
import { pino } from 'pino'
import { rasterise } from '../../src/core/picture/painting/rasterise.ts'
import { readChunks, writeChunks } from '../../src/core/picture/png-chunks.ts'
import { blobNamesOf, type Game } from '../../src/core/rules/game/game.ts'
import type { NewData } from '../../src/engine/store.ts'
import { openStore, type StoreOptions } from '../../src/server/compose/open-store.ts'
import { batches, type CrowdSize, games, people } from '../crowd/data.ts'

/** Groups of eight, whose games have four drawings and four guesses. */
export const sizeOf = (wanted: number): CrowdSize => ({
  players: Math.ceil(wanted / 10),
  groups: Math.ceil(wanted / DAYS),
  membersEach: 8,
  publicGamesADay: 0,
  days: DAYS,
})

const DAYS = 365
const GAMES_PER_WRITE = 16

/** Fills an empty store with the players and groups of a crowd, and its games with all their drawings if wanted. */
export async function fillWithDrawings(
  place: StoreOptions,
  size: CrowdSize,
  { hasGames }: { hasGames: boolean },
): Promise<void> {
  const { store, secrets } = await openStore(place, pino({ level: 'silent' }))
  await secrets(undefined)
  await store.replaceAll(async (data) => {
    const { users, groups } = people(size)
    for (const some of batches(users)) await data.insert('users', some)
    for (const some of batches(groups)) await data.insert('groups', some)
    if (hasGames) for (const some of batches(games(size), GAMES_PER_WRITE)) await putGames(data, some)
  })
  await store.close()
}

async function putGames(data: NewData, some: readonly Game[]): Promise<void> {
  const pictures = new Map(blobNamesOf(some).map((name) => [name, pictureOf(name)]))
  await data.putBlobs(new Map([...pictures.values()].map((bytes) => [sha256(bytes), bytes])))
  await data.insert(
    'games',
    some.map((game) => withPictures(game, pictures)),
  )
}

const withPictures = (game: Game, pictures: ReadonlyMap<string, Uint8Array>): Game => ({
  ...game,
  entries: game.entries.map((entry) => {
    if (entry.type === 'guess') return entry
    const drawing = sha256(pictures.get(entry.drawing) ?? new Uint8Array())
    return { ...entry, drawing, sent: drawing }
  }),
})

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const drawn = readChunks(rasterise(drawWord(loadLibrary(), 'apple', 'a hand'), deflateSync))
const PICTURE_BYTES = 5000

/** A PNG of its own for each name, with a chunk that makes it as large as a usual drawing. */
function pictureOf(name: string): Uint8Array {
  const end = drawn.at(-1)
  const rest = PICTURE_BYTES - drawn.reduce((sum, { whole }) => sum + whole.length, 0)
  const parts = Array.from({ length: Math.max(1, Math.ceil(rest / 64)) }, (_, at) => sha256(`${name} ${at}`))
  const filling = { type: 'fiLl', data: Buffer.from(parts.join('')) }
  return writeChunks([...drawn.slice(0, -1), filling, ...(end ? [end] : [])])
}
