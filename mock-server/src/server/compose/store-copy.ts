import { existsSync, realpathSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { type Store, StoreUnavailableError } from '../../engine/store.ts'
import { restoreWorld } from '../../engine/world/restore-world.ts'
import { writeWorld } from '../../engine/world/write-world.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'
import { copySecrets, readSeed, type SecretValues } from '../platform/secrets.ts'
import { StartupError } from '../platform/startup-error.ts'
import { reasonOf } from '../stores/embedded/data-folder-error.ts'
import { folderSecrets } from '../stores/embedded/folder-values.ts'
import { isEmpty } from '../worlds/named-world.ts'
import {
  checkDatabaseUrl,
  isDatabaseUrl,
  openFolderStore,
  openPostgres,
  startupErrorOf,
} from './open-store.ts'
import { type CopiedCollection, differenceOf, readThrough, type Tally, tallyOf } from './world-tally.ts'

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

/** The source or target of a copy. */
interface End {
  readonly store: Store
  readonly secrets: SecretValues
}

/**
 * Copies everything from one data folder or database to another: its world, in lines, and then its secrets. No server starts
 * on a target without secrets, and running the command again completes it. A complete copy is only compared, because a
 * server may have run on it since. The source is not changed.
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
  // Only the target is written. A database explains its errors.
  if (error instanceof StoreUnavailableError && error.explanation === null && !isDatabaseUrl(to)) {
    return new StartupError(`${reasonOf(error.cause)}. Free space for ${to}, and copy again.`)
  }
  return startupErrorOf(error)
}

async function openEnd(end: string, place: '--from' | '--to'): Promise<End> {
  if (isDatabaseUrl(end)) {
    const store = await openPostgres(end, { place })
    return { store, secrets: store.secrets }
  }
  const store = await openFolderStore(end, { isReadOnly: place === '--from' }, place)
  return { store, secrets: folderSecrets(end) }
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

const OTHER_DATA = 'Choose an empty folder or database with --to.'

async function copyBetween(
  source: End,
  target: End,
  onProgress: (done: CopiedCollection) => void,
): Promise<StoreCopied> {
  const seed = await readSeed(source.secrets)
  if (seed === null) throw new StartupError(NEVER_USED)
  const own = await readSeed(target.secrets)
  if (own !== null && own !== seed)
    throw new StartupError(`The target already contains a different world. ${OTHER_DATA}`)
  const lost = new Set<string>()
  const world = () => writeWorld(source.store, seed, nodeCodecs, (sha256) => lost.add(sha256))
  const tally: Tally = new Map()
  const isThere = own !== null || !(await target.store.transaction(isEmpty))
  if (isThere) for await (const _ of readThrough(world(), tally));
  else {
    await restoreWorld(target.store, readThrough(world(), tally, onProgress), nodeCodecs)
    await copyDeletedAccounts(source.store, target.store)
  }
  const difference = differenceOf(tally, await tallyOf(writeWorld(target.store, seed, nodeCodecs)))
  if (difference !== null)
    throw new StartupError(
      `${difference} Stop all programs that write to either, and copy into an empty target.`,
    )
  if (own === null) await copySecrets(source.secrets, target.secrets)
  const collections = [...tally].map(([collection, { documents }]) => ({ collection, documents }))
  return { collections, lostDrawings: [...lost] }
}

/** They are no part of a world: a store keeps them whatever is restored. */
async function copyDeletedAccounts(from: Store, to: Store): Promise<void> {
  const snapshot = await from.snapshot()
  try {
    for await (const accounts of snapshot.pages('deletedAccounts')) {
      await to.transaction(async (tx) => {
        const ids = accounts.map(({ id }) => id)
        const there = new Set((await tx.peek('deletedAccounts', 'id', ids)).map(({ id }) => id))
        for (const account of accounts) if (!there.has(account.id)) tx.insert('deletedAccounts', account)
      })
    }
  } finally {
    await snapshot.close()
  }
}
