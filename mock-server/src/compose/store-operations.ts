import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../platform/startup-error.ts'
import {
  type CopiedCollection,
  CopyError,
  contentsOf,
  copyDocuments,
  missingDrawings,
  type PagedStore,
} from '../stores/shared/copy-store.ts'
import { readAdminKey, writeAdminKey } from './admin-key.ts'
import { ADMIN_KEY, SECRETS } from './database-secrets.ts'
import { readStoredSecrets, writeStoredSecrets } from './folder-secrets.ts'
import { isDatabaseUrl, NOT_A_DATABASE, openLowdb, openPostgres } from './open-store.ts'
import { type StoredSecrets, storedSecrets } from './server-secrets.ts'

/* The operations of `inkling store`, on stores without a running server. */

export interface StoreStatus {
  /** Without its password. */
  readonly database: string
  /** Schema version of the database; 0 if it is empty. */
  readonly schema: number
  /** The schema version of this program. */
  readonly knownSchema: number
  /** Documents by collection; null unless the versions are equal. */
  readonly documents: Readonly<Record<string, number>> | null
}

/**
 * Reports the state of a database without changing it.
 * @throws {StartupError} if it cannot be reached.
 */
export async function storeStatus(url: string): Promise<StoreStatus> {
  if (!isDatabaseUrl(url)) throw new StartupError(NOT_A_DATABASE)
  const { databaseName, schemaVersion } = await import('../stores/postgres/migrations.ts')
  const { found, known } = await schemaVersion(url).catch(asStartupError)
  const status = { database: databaseName(url), schema: found, knownSchema: known }
  if (found !== known) return { ...status, documents: null }
  const store = await openPostgres(url, () => {})
  try {
    return { ...status, documents: await store.counts() }
  } finally {
    await store.close()
  }
}

/**
 * Migrates the schema of a database to the version of this program, as `serve` does at its start.
 * @throws {StartupError} if it has a newer version or cannot be reached.
 */
export async function migrateStore(url: string): Promise<{ database: string; from: number; to: number }> {
  if (!isDatabaseUrl(url)) throw new StartupError(NOT_A_DATABASE)
  const { databaseName, migrate } = await import('../stores/postgres/migrations.ts')
  const { from, to } = await migrate(url).catch(asStartupError)
  return { database: databaseName(url), from, to }
}

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
 * was interrupted, and running the command again continues it.
 * @throws {StartupError} if one of them cannot be used, if the target has other data, or if the copy differs from the
 * source.
 */
export async function copyStore({ from, to, onProgress = () => {} }: CopyOptions): Promise<StoreCopied> {
  if (!isDatabaseUrl(from) && !existsSync(join(from, 'version'))) {
    throw new StartupError(`There is no data folder ${from}. Correct --from.`)
  }
  const source = await openEnd(from)
  try {
    const target = await openEnd(to)
    try {
      return await copyBetween(source, target, onProgress)
    } catch (error) {
      throw error instanceof CopyError ? new StartupError(error.message) : error
    } finally {
      await target.store.close()
    }
  } finally {
    await source.store.close()
  }
}

/** The source or target of a copy, with access to its stored secrets. */
interface End {
  readonly store: PagedStore
  readSecrets(): Promise<Secrets | null>
  writeSecrets(secrets: Secrets): Promise<void>
}

interface Secrets extends StoredSecrets {
  readonly adminKey: string | null
}

async function copyBetween(
  source: End,
  target: End,
  onProgress: (done: CopiedCollection) => void,
): Promise<StoreCopied> {
  const secrets = await source.readSecrets()
  if (!secrets)
    throw new CopyError('The source has no secrets: no server has ever run on it. Correct --from.')
  const own = await target.readSecrets()
  if (own && own.seed !== secrets.seed) {
    throw new CopyError('The target already has another world. Choose an empty folder or database with --to.')
  }
  const { copied, lostDrawings } = await copyDocuments(source.store, target.store, onProgress)
  await checkEqual(source.store, target.store, new Set(lostDrawings))
  await target.writeSecrets(secrets)
  return { collections: copied, lostDrawings }
}

/** @throws {CopyError} */
async function checkEqual(
  source: PagedStore,
  target: PagedStore,
  lostDrawings: ReadonlySet<string>,
): Promise<void> {
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
}

async function openEnd(place: string): Promise<End> {
  if (!isDatabaseUrl(place)) {
    const store = await openLowdb(place, () => {})
    return {
      store,
      async readSecrets() {
        const stored = await readStoredSecrets(place)
        return stored && { ...stored, adminKey: await readAdminKey(place) }
      },
      async writeSecrets({ adminKey, ...stored }) {
        if (adminKey !== null) await writeAdminKey(place, adminKey)
        await writeStoredSecrets(place, stored)
      },
    }
  }
  const store = await openPostgres(place, () => {})
  return {
    store,
    async readSecrets() {
      const stored = await store.secret(SECRETS)
      if (stored === null) return null
      const adminKey = await store.secret(ADMIN_KEY)
      return { ...storedSecrets.parse(stored), adminKey: typeof adminKey === 'string' ? adminKey : null }
    },
    async writeSecrets({ adminKey, ...stored }) {
      if (adminKey !== null) await store.changeSecret(ADMIN_KEY, () => adminKey)
      await store.changeSecret(SECRETS, () => stored)
    },
  }
}

async function asStartupError(error: unknown): Promise<never> {
  const { DatabaseUseError } = await import('../stores/postgres/database-error.ts')
  throw error instanceof DatabaseUseError ? new StartupError(error.message) : error
}
