import type { CollectionName } from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { hasSamePlayers } from '../shared/documents.ts'
import { keyOf, type OwnWrites } from '../shared/own-writes.ts'
import { Changed } from './database-error.ts'
import { blobInsertion, check, removal, type Written, write } from './document-statements.ts'
import { listLocks } from './list-locks.ts'
import { changePlayers, type PlayerOfGame } from './player-tables.ts'
import { missing, type SeenDocuments, type SeenList } from './seen-documents.ts'
import * as selections from './selections.ts'
import type { Step } from './statements.ts'
import { collectionNames, tables } from './tables.ts'

/** What a transaction has read and written. */
interface ReadsAndWrites {
  readonly seen: SeenDocuments
  /** The keys of documents that must be unchanged at the commit, even if they are not written. */
  readonly checked: ReadonlySet<string>
  readonly lists: readonly SeenList[]
  readonly own: OwnWrites
  readonly newBlobs: ReadonlyMap<string, Uint8Array>
  /** Reads the documents that the transaction has not read, even if it has written them. */
  seeBeforeWrite(collection: CollectionName, ids: readonly string[]): Promise<void>
}

interface Commit {
  readonly transaction: ReadsAndWrites
  /** Players to store as active. */
  readonly active: readonly { readonly userId: string; readonly day: GameDay }[]
  readonly commitId: string
  /** Whether to check what was read. Not needed if only activity is written. */
  readonly isChecked: boolean
}

const LARGE = 1000

/**
 * The statements that check and write a transaction, in their order. Everything that it depends on must be unchanged, and
 * stay so until the commit: rows that were only read are locked for share, written rows must match the version that was
 * read, new rows are guarded by unique keys, and lists by locks on their keys (list-locks.ts).
 */
export async function commitSteps({ transaction, active, commitId, isChecked }: Commit): Promise<Step[]> {
  const written = inOrder(await writesOf(transaction))
  const checked = isChecked ? [...transaction.checked].flatMap((key) => transaction.seen.get(key) ?? []) : []
  const lists = isChecked ? transaction.lists : []
  const { isCleared } = transaction.own
  const isWritten = new Set(isCleared ? [] : written.map(({ collection, id }) => keyOf(collection, id)))
  const removed = written.filter(({ after }) => after === null)
  const onlyRead = inOrder([
    ...checked.filter(({ collection, id }) => !isWritten.has(keyOf(collection, id))),
    // A removed document that did not exist must still be missing.
    ...removed.flatMap(({ before }) => (before.version === null ? before : [])),
  ])
  return [
    ...(isLarge(transaction) ? [run('set local statement_timeout = 0')] : []),
    ...listLocks({ written, onlyRead, lists, active, isExclusive: isCleared }),
    ...lists.map(listCheck),
    ...(isCleared ? removeEverything : []),
    ...removed.filter(({ before }) => before.version !== null).map(removal),
    run('insert into commits (id) values ($1)', [commitId]),
    ...onlyRead.map(check),
    ...written.filter(({ after }) => after !== null).map(write),
    ...[...transaction.newBlobs].map(blobInsertion),
    ...changePlayers({ ...playersOf(written), active }),
  ]
}

const run =
  (text: string, values: readonly unknown[] = []): Step =>
  (query) =>
    query(text, values)

/** In the order in which all commits lock rows. */
const inOrder = <D extends { readonly collection: CollectionName; readonly id: string }>(
  documents: readonly D[],
): D[] => collectionNames.flatMap((name) => byId(documents.filter(({ collection }) => collection === name)))

const byId = <D extends { readonly id: string }>(documents: D[]): D[] =>
  documents.sort((a, b) => (a.id < b.id ? -1 : 1))

/** Whether a commit, for example of an import, may exceed the usual statement timeout. */
export const isLarge = ({ own, newBlobs }: Pick<ReadsAndWrites, 'own' | 'newBlobs'>): boolean =>
  own.isCleared || own.changes.length > LARGE || newBlobs.size > LARGE

/** The written documents with their previous states, which decide between insert, update and delete. */
async function writesOf(transaction: ReadsAndWrites): Promise<Written[]> {
  const { own, seen } = transaction
  if (own.isCleared) {
    return own.changes
      .filter(({ document }) => document !== null)
      .map((change) => ({ ...change, before: missing(change.collection, change.id), after: change.document }))
  }
  for (const collection of collectionNames) {
    const removed = own.changes.filter((change) => change.collection === collection && !change.document)
    await transaction.seeBeforeWrite(
      collection,
      removed.map(({ id }) => id),
    )
  }
  return own.changes.map((change) => ({
    ...change,
    before: seen.get(keyOf(change.collection, change.id)) ?? missing(change.collection, change.id),
    after: change.document,
  }))
}

const listCheck =
  ({ collection, index, key, ids }: SeenList): Step =>
  async (query) => {
    const { text, values } = selections.idsUnder(collection, index as never, key)
    const { rows } = await query<{ id: string }>(text, values)
    if (rows.length !== ids.length || rows.some(({ id }, at) => id !== ids[at])) throw new Changed()
  }

const removeEverything: Step[] = [
  ...collectionNames.map((collection) => tables[collection].name),
  'game_players',
  'day_players',
  'day_counts',
  'blobs',
].map((name) => run(`delete from ${name}`))

/** The players that the writes add to games and remove from games. */
function playersOf(written: readonly Written[]): { added: PlayerOfGame[]; removed: PlayerOfGame[] } {
  const added: PlayerOfGame[] = []
  const removed: PlayerOfGame[] = []
  for (const { collection, before, after } of written) {
    if (collection !== 'games') continue
    const [old, now] = [before.document as Game | undefined, after as Game | null]
    if (old && now && hasSamePlayers(old, now)) continue
    const was = playersIn(old)
    const is = playersIn(now)
    for (const [key, player] of is) if (!was.has(key)) added.push(player)
    for (const [key, player] of was) if (!is.has(key)) removed.push(player)
  }
  return { added, removed }
}

function playersIn(game: Game | null | undefined): Map<string, PlayerOfGame> {
  if (!game) return new Map()
  const { id: gameId, day } = game
  return new Map(game.players.map(({ userId }) => [`${userId} ${day}`, { userId, day, gameId }]))
}
