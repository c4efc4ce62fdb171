import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { ControlledClock } from '../control/clock.ts'
import type { Outbox } from '../control/outbox.ts'
import type { Store } from '../engine/store.ts'
import { isEmpty } from '../engine/world-transfer.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Processes } from '../processes/processes.ts'
import { DataFolderError } from '../stores/lowdb/data-folder-error.ts'
import { LowdbStore } from '../stores/lowdb/lowdb-store.ts'
import { MemoryStore } from '../stores/memory/memory-store.ts'
import type { PostgresStore } from '../stores/postgres/postgres-store.ts'
import { newAdminKey, readAdminKey } from './admin-key.ts'
import { readDatabaseAdminKey, readDatabaseSecrets, readTokenSecrets } from './database-secrets.ts'
import { readFolderSecrets } from './folder-secrets.ts'
import type { ServerSecrets } from './server-secrets.ts'

/** Where a server stores everything. */
export interface StorePlace {
  /** The address of a PostgreSQL database; `data` is ignored then. */
  readonly database?: string | undefined
  /** The address of the database itself, where `database` is that of a pool in transaction mode in front of it. */
  readonly directDatabase?: string | undefined
  /** Data folder; null stores nothing longer than the process. */
  readonly data: string | null
  /** An open store, instead of one in memory; `data` is null then. */
  readonly store?: Store | undefined
}

/** An open store with the secrets that belong to what is in it. */
export interface OpenStore {
  readonly store: Store
  /** The folder, or the database without its password; null for memory. */
  readonly place: string | null
  /**
   * @param seed the configured seed.
   * @throws {StartupError} if the store was created with another seed, or if its secrets are lost.
   */
  secrets(seed: string | undefined): Promise<ServerSecrets>
  /** The admin key, made on first use. */
  adminKey(): Promise<string> | string
  /** Joins the other processes over the same store; null where a store has one process. */
  readonly join: ((parts: OwnParts) => Promise<Processes>) | null
}

/** What a process has of its own, and others follow. */
interface OwnParts {
  readonly clock: ControlledClock
  readonly outbox: Outbox
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
  // Tokens must not derive from a seed that others may know.
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
  const onProblem = (err: unknown) => log.error({ err }, 'the database has a problem')
  const store = await openPostgres(url, onProblem, direct)
  const { databaseName } = await import('../stores/postgres/migrations.ts')
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
export async function openPostgres(
  url: string,
  onProblem: (problem: unknown) => void,
  direct?: string,
): Promise<PostgresStore> {
  if (!isDatabaseUrl(url)) throw new StartupError(NOT_A_DATABASE)
  if (direct !== undefined && !isDatabaseUrl(direct)) throw new StartupError(NOT_A_DIRECT_DATABASE)
  // Loaded on demand: a server with a data folder does not need the PostgreSQL client.
  const { PostgresStore } = await import('../stores/postgres/postgres-store.ts')
  const { DatabaseUseError } = await import('../stores/postgres/database-error.ts')
  try {
    return await PostgresStore.open(url, { onProblem, direct })
  } catch (error) {
    throw error instanceof DatabaseUseError ? new StartupError(error.message) : error
  }
}

/** Whether a text is the address of a database, and not a folder. */
export const isDatabaseUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text)

/** The address itself may have a password in it, and is not repeated. */
export const NOT_A_DATABASE =
  'The address of a database begins with postgres://, as in postgres://user@host/database. Correct --store or DATABASE_URL.'

const NOT_A_DIRECT_DATABASE =
  'The address of a database begins with postgres://, as in postgres://user@host/database. Correct --direct-store or DATABASE_DIRECT_URL.'
