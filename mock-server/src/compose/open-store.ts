import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { ControlledClock } from '../control/clock.ts'
import { type Store, StoreUnavailableError } from '../engine/store.ts'
import { isEmpty } from '../engine/world-transfer.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Processes } from '../processes/processes.ts'
import { DataFolderError } from '../stores/lowdb/data-folder-error.ts'
import { LowdbStore } from '../stores/lowdb/lowdb-store.ts'
import { MemoryStore } from '../stores/memory/memory-store.ts'
import type { StoreOption } from '../stores/postgres/database-access.ts'
import type { PostgresStore, PostgresStoreOptions } from '../stores/postgres/postgres-store.ts'
import { newAdminKey, readAdminKey } from './admin-key.ts'
import { readDatabaseAdminKey, readDatabaseSecrets, readTokenSecrets } from './database-secrets.ts'
import { readFolderSecrets } from './folder-secrets.ts'
import type { ServerSecrets } from './server-secrets.ts'

/** Selects the store of a server. */
export interface StorePlace {
  /** URL of a PostgreSQL database. If set, `data` is ignored. */
  readonly database?: string | undefined
  /** URL of the database itself, if `database` is the URL of a pool in transaction mode. */
  readonly directDatabase?: string | undefined
  /** Data folder; null stores everything in memory. */
  readonly data: string | null
  /** An open store to use instead of a new memory store. Requires `data: null`. */
  readonly store?: Store | undefined
}

/** An open store with its secrets. */
export interface OpenStore {
  readonly store: Store
  /** The folder, or the database without its password; null for memory. */
  readonly place: string | null
  /**
   * @param seed the configured seed.
   * @throws {StartupError} if the store was created with another seed, or if its secrets are lost.
   */
  secrets(seed: string | undefined): Promise<ServerSecrets>
  /** The admin key, generated on first use. */
  adminKey(): Promise<string> | string
  /** Connects with the other processes over the same store; null for stores that allow only one process. */
  readonly join: ((parts: LocalParts) => Promise<Processes>) | null
}

/** Parts of this process that other processes share. */
interface LocalParts {
  readonly clock: ControlledClock
  readonly timeZone: string
}

/** @throws {StartupError} for a folder or database that cannot be used. */
export function openStore(
  { database, directDatabase, data, store }: StorePlace,
  log: Logger,
): Promise<OpenStore> | OpenStore {
  if (database !== undefined) return openDatabase(database, directDatabase, log)
  return data === null ? openMemory(store) : openFolder(data, log)
}

const openMemory = (store: Store = new MemoryStore()): OpenStore => ({
  store,
  place: null,
  // Random token secrets: others may know the seed.
  secrets: async (seed = randomBytes(16).toString('hex')) => ({
    seed,
    tokenSecrets: [randomBytes(32).toString('hex')],
  }),
  adminKey: newAdminKey,
  join: null,
})

async function openFolder(folder: string, log: Logger): Promise<OpenStore> {
  const store = await openLowdb(folder, (err) => log.error({ err }, 'the data folder has a problem'))
  return {
    store,
    place: folder,
    secrets: async (seed) =>
      readFolderSecrets(folder, seed, { isInUse: !(await store.transaction(isEmpty)) }),
    adminKey: () => readAdminKey(folder),
    join: null,
  }
}

async function openDatabase(url: string, direct: string | undefined, log: Logger): Promise<OpenStore> {
  const { convertError } = await import('../stores/postgres/database-error.ts')
  const onProblem = (err: unknown) => log.error({ err: convertError(err) }, 'the database has a problem')
  const onReturn = (awayMs: number) => log.warn({ awayMs: Math.round(awayMs) }, 'the database responds again')
  const store = await openPostgres(url, { onProblem, onReturn, direct })
  const { databaseName } = await import('../stores/postgres/database-access.ts')
  const { Processes } = await import('../processes/processes.ts')
  return {
    store,
    place: databaseName(url),
    secrets: async (seed) =>
      readDatabaseSecrets(store, seed, { isInUse: !(await store.transaction(isEmpty)) }),
    adminKey: () => readDatabaseAdminKey(store),
    join: (parts) =>
      Processes.join(direct ?? url, {
        ...parts,
        store,
        readTokenSecrets: () => readTokenSecrets(store),
        onProblem,
      }).catch((error) => {
        // The store's own errors are not those of the direct connection.
        if (error instanceof StoreUnavailableError) throw error
        return direct === undefined ? explaining(url)(error) : explaining(direct, '--direct-store')(error)
      }),
  }
}

/** @throws {StartupError} when the folder cannot be used. */
export async function openLowdb(folder: string, onProblem: (problem: unknown) => void): Promise<LowdbStore> {
  try {
    return await LowdbStore.open(folder, { onProblem })
  } catch (error) {
    throw error instanceof DataFolderError ? new StartupError(error.message) : error
  }
}

/** @throws {StartupError} when the database cannot be used. */
export async function openPostgres(url: string, options: PostgresStoreOptions = {}): Promise<PostgresStore> {
  const { direct } = options
  checkDatabaseUrl(url)
  if (direct !== undefined) checkDatabaseUrl(direct, '--direct-store or DATABASE_DIRECT_URL')
  // Loaded on demand: a server with a data folder does not need the PostgreSQL client.
  const { PostgresStore } = await import('../stores/postgres/postgres-store.ts')
  const { DatabaseUseError } = await import('../stores/postgres/database-error.ts')
  try {
    return await PostgresStore.open(url, options)
  } catch (error) {
    throw error instanceof DatabaseUseError ? new StartupError(error.message) : error
  }
}

/**
 * For `catch` of work on an open database.
 * @throws {StartupError} with advice, for an error of the database; otherwise the error itself.
 */
export const explaining =
  (url: string, option: StoreOption = '--store') =>
  async (error: unknown): Promise<never> => {
    if (error instanceof StartupError) throw error
    const { unusable } = await import('../stores/postgres/database-access.ts')
    const { DatabaseUseError } = await import('../stores/postgres/database-error.ts')
    const reason = unusable(url, error, option)
    throw reason instanceof DatabaseUseError ? new StartupError(reason.message) : error
  }

/** Whether a text is the URL of a database rather than a folder. */
export const isDatabaseUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text)

/**
 * Checks the URL of a database. The messages do not repeat it, because it may contain a password.
 * @param from where it was given.
 * @throws {StartupError} for another URL, or if it does not name the database.
 */
export function checkDatabaseUrl(url: string, from = '--store or DATABASE_URL'): void {
  const example = `as in postgres://user@host/database. Correct ${from}.`
  if (!isDatabaseUrl(url))
    throw new StartupError(`The URL of a database begins with postgres://, ${example}`, { isUsage: true })
  // PostgreSQL would choose the one with the name of the user.
  const hasName = /^[^/]*\/\/[^/?]*\/[^?]/.test(url)
  if (!hasName)
    throw new StartupError(`The URL of a database ends with its name, ${example}`, { isUsage: true })
}
