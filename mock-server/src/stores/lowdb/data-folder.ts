import { join } from 'node:path'
import type { GameDay } from '../../rules/day.ts'
import { type Change, Documents } from '../shared/documents.ts'
import { BlobFolder } from './blob-folder.ts'
import { Catalogue, rebuilt } from './catalogue.ts'
import { Checkpoints, fileOf } from './checkpoints.ts'
import { damaged } from './data-folder-error.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { makeFolder, prepareFolder } from './folder-version.ts'
import { GameDays, MAX_CACHED_GAMES } from './game-days.ts'
import { InFlight } from './in-flight.ts'
import type { Journal } from './journal.ts'
import { Journals } from './journals.ts'
import { Manifest } from './manifest.ts'

export interface DataFolderOptions {
  /** Maximum number of documents in a part of a checkpoint file. */
  partDocuments?: number
  /** With more games in memory, days that are not in use are evicted. */
  maxCachedGames?: number
  /** Called for a failed checkpoint, which loses nothing, and for a damaged file that is not essential. */
  onProblem?: (problem: unknown) => void
}

/** The parts of an open data folder. */
export interface Parts {
  readonly lock: FolderLock
  readonly documents: Documents
  readonly inFlight: InFlight
  readonly blobs: BlobFolder
  readonly manifest: Manifest
  readonly checkpoints: Checkpoints
  readonly catalogue: Catalogue
  readonly days: GameDays
  readonly journals: Journals
  /** Checkpoint files that lack changes in the journals. */
  readonly dirty: Set<string>
}

/**
 * Opens or creates a data folder, and loads everything except the games of past days.
 * @throws {DataFolderError} if it cannot be written, is in use by another process, has a newer version, or contains a
 * damaged file.
 */
export async function openDataFolder(
  folder: string,
  options: DataFolderOptions,
): Promise<{ parts: Parts; journal: Journal }> {
  const { onProblem = () => {} } = options
  await makeFolder(folder, onProblem)
  const lock = await lockFolder(folder)
  try {
    await prepareFolder(folder)
    const manifest = await Manifest.open(folder)
    const documents = new Documents()
    const inFlight = new InFlight(documents)
    const checkpoints = new Checkpoints(folder, manifest, options)
    const catalogue = new Catalogue(folder, manifest, checkpoints, {
      partLines: options.partDocuments,
      onProblem,
    })
    const dirty = new Set<string>()
    const isDirty = (day: GameDay) => dirty.has(`games/${day}`)
    const parts: Parts = {
      lock,
      documents,
      inFlight,
      blobs: new BlobFolder(join(folder, 'drawings'), onProblem),
      manifest,
      checkpoints,
      catalogue,
      days: new GameDays({
        checkpoints,
        catalogue,
        documents,
        isDirty,
        maxCachedGames: options.maxCachedGames ?? MAX_CACHED_GAMES,
      }),
      journals: new Journals(folder, manifest, () => inFlight.rollBack()),
      dirty,
    }
    await checkpoints.load(documents)
    const missing = await checkpoints.tidy()
    for (const part of missing) {
      const problem = damaged(join(folder, part), 'it is missing')
      onProblem(catalogue.owns(part) ? rebuilt(problem) : problem)
    }
    await catalogue.rebuild(missing).catch(onProblem)
    await parts.days.open()
    for await (const changes of parts.journals.read()) {
      await parts.days.loadTouched(changes)
      noteDirty(parts, changes)
      documents.apply(changes)
      parts.days.noteChanged(changes)
    }
    return { parts, journal: await parts.journals.resume() }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Marks the files that lack these changes. To be called before the changes are applied. */
export function noteDirty({ dirty, documents }: Parts, changes: readonly Change[]): void {
  for (const change of changes) {
    const name = fileOf(change, documents.get(change.collection, change.id))
    if (name !== null) dirty.add(name)
  }
}
