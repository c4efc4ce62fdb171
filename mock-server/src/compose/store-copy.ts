import { existsSync, realpathSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { CollectionName } from '../engine/collections.ts'
import { StoreUnavailableError } from '../engine/store.ts'
import { StartupError } from '../platform/startup-error.ts'
import { reasonOf } from '../stores/embedded/data-folder-error.ts'
import {
  type Contents,
  type CopiedCollection,
  type CopiedStore,
  CopyError,
  contentsOf,
  copyDocuments,
  missingDrawings,
} from '../stores/shared/copy-store.ts'
import { type End, openEnd } from './copy-end.ts'
import { checkDatabaseUrl, isDatabaseUrl, startupErrorOf } from './open-store.ts'
import { copySecrets, readSeed } from './secrets.ts'

/* `inkling store copy`, between data folders and databases without a running server. */

export interface CopyOptions {
  /** Data folders or URLs of databases. */
  readonly from: string
  readonly to: string
  readonly onProgress?: (done: CopiedCollection) => void
}

export interface StoreCopied {
  readonly collections: readonly CopiedCollection[]
  /** Names of drawings that are missing in the source. */
  readonly lostDrawings: readonly string[]
}

/**
 * Copies everything from one data folder or database to another, secrets last: no server starts on a target whose copy
 * was interrupted, and running the command again continues it. A complete copy is only compared, because a server may
 * have run on it since. The source is not changed.
 * @throws {StartupError} if one of them cannot be used, if servers run on one of them, if the target has other data, or
 * if the copy differs from the source.
 */
export async function copyStore({ from, to, onProgress = () => {} }: CopyOptions): Promise<StoreCopied> {
  await checkSource(from)
  await checkTarget(to, from)
  if (await isSamePlace(from, to)) {
    throw new StartupError(`--from and --to are the same ${isDatabaseUrl(to) ? 'database' : 'folder'}.`, {
      isUsage: true,
    })
  }
  const source = await openEnd(from, '--from')
  try {
    const target = await openEnd(to, '--to')
    try {
      return await copyBetween(source, target, onProgress)
    } catch (error) {
      throw explained(error, to)
    } finally {
      await target.store.close()
    }
  } finally {
    await source.store.close()
  }
}

function explained(error: unknown, to: string): unknown {
  if (error instanceof CopyError) return new StartupError(error.message)
  // Only the target is written. A database explains its errors.
  if (error instanceof StoreUnavailableError && error.explanation === null && !isDatabaseUrl(to)) {
    return new StartupError(`${reasonOf(error.cause)}. Free space for ${to}, and copy again.`)
  }
  return startupErrorOf(error)
}

/** Also of databases that are not PostgreSQL, which `checkDatabaseUrl` refuses. */
const ANY_URL = /^\w+:\/\//

const NEVER_USED = 'The source has no secrets: no server has ever run on it. Correct --from.'

async function checkSource(from: string): Promise<void> {
  if (!ANY_URL.test(from)) {
    if (existsSync(join(from, 'version'))) return
    throw new StartupError(`There is no data folder ${from}. Correct --from.`, { isUsage: true })
  }
  checkDatabaseUrl(from, '--from')
  const { databaseName } = await import('../stores/postgres/connection/database-access.ts')
  const { schemaVersion } = await import('../stores/postgres/migrations.ts')
  const { found, known } = await schemaVersion(from, '--from')
  if (found === 0) throw new StartupError(NEVER_USED)
  if (found < known) {
    throw new StartupError(
      `A copy would have to migrate ${databaseName(from)} from schema version ${found} to ${known}. Migrate it first with \`inkling store migrate\`, or correct --from.`,
    )
  }
  await refuseIfServed(from, '--from')
}

async function checkTarget(to: string, from: string): Promise<void> {
  if (ANY_URL.test(to)) {
    checkDatabaseUrl(to, '--to')
    return refuseIfServed(to, '--to')
  }
  if (!isDatabaseUrl(from) && resolve(to).startsWith(realpathSync(from) + sep)) {
    throw new StartupError(`${to} is inside the data folder ${from}. Choose another folder with --to.`, {
      isUsage: true,
    })
  }
  // If it is not a readable folder, opening it reports why.
  const names = await readdir(to).catch((): string[] => [])
  if (names.length === 0 || names.includes('version')) return
  throw new StartupError(
    `${to} contains files and is not a data folder. Choose an empty or a new folder with --to.`,
  )
}

/** A copy of a database that changes meanwhile would be inconsistent. */
async function refuseIfServed(url: string, place: string): Promise<void> {
  const { databaseName, withClient } = await import('../stores/postgres/connection/database-access.ts')
  const { countServers } = await import('../stores/postgres/process-messages.ts')
  const servers = await withClient(url, countServers, place)
  if (servers === 0) return
  throw new StartupError(
    `${servers === 1 ? 'A server process uses' : `${servers} server processes use`} ${databaseName(url)}. Stop all servers on it, and copy again.`,
  )
}

async function isSamePlace(from: string, to: string): Promise<boolean> {
  if (isDatabaseUrl(from) !== isDatabaseUrl(to)) return false
  if (!isDatabaseUrl(from)) return existsSync(to) && realpathSync(from) === realpathSync(to)
  const { tablesAt } = await import('../stores/postgres/connection/database-access.ts')
  return (await tablesAt(from, '--from')) === (await tablesAt(to, '--to'))
}

async function copyBetween(
  source: End,
  target: End,
  onProgress: (done: CopiedCollection) => void,
): Promise<StoreCopied> {
  const seed = await readSeed(source.secrets)
  if (seed === null) throw new CopyError(NEVER_USED)
  const own = await readSeed(target.secrets)
  if (own !== null && own !== seed) {
    throw new CopyError(
      'The target already contains a different world. Choose an empty folder or database with --to.',
    )
  }
  if (own !== null) return compare(source.store, target.store)
  const { copied, lostDrawings } = await copyDocuments(source.store, target.store, onProgress)
  await checkEqual(source.store, target.store, new Set(lostDrawings))
  await copySecrets(source.secrets, target.secrets)
  return { collections: copied, lostDrawings }
}

/** Checks a complete copy. @throws {CopyError} if either has changed since. */
async function compare(source: CopiedStore, target: CopiedStore): Promise<StoreCopied> {
  const lostDrawings = await missingDrawings(source)
  const contents = await checkEqual(source, target, new Set(lostDrawings))
  const collections = Object.entries(contents).map(([collection, { documents }]) => ({
    collection: collection as CollectionName,
    documents,
    alreadyPresent: documents,
  }))
  return { collections, lostDrawings }
}

/** @returns the contents of both. @throws {CopyError} */
async function checkEqual(
  source: CopiedStore,
  target: CopiedStore,
  lostDrawings: ReadonlySet<string>,
): Promise<Record<CollectionName, Contents>> {
  const [there, here] = [await contentsOf(source), await contentsOf(target)]
  for (const [collection, { documents, sha256 }] of Object.entries(there)) {
    const copy = here[collection as keyof typeof here]
    if (copy.documents === documents && copy.sha256 === sha256) continue
    throw new CopyError(
      `The ${collection} of the target differ from the source: ${copy.documents} with hash ${copy.sha256.slice(0, 12)} instead of ${documents} with hash ${sha256.slice(0, 12)}. Stop all programs that write to either, and copy into an empty target.`,
    )
  }
  const missing = (await missingDrawings(target)).filter((sha256) => !lostDrawings.has(sha256))
  if (missing.length > 0) {
    throw new CopyError(
      `${missing.length} drawings are missing in the target, such as ${missing[0]}. Copy into an empty target.`,
    )
  }
  return here
}
