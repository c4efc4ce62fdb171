import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { AdminCallStore, StoredValue } from '../../engine/operator-store.ts'
import { type Store, StoreUnavailableError, UnreadableDataError } from '../../engine/store.ts'
import { memoryCalls } from '../control/admin-log.ts'
import type { ControlledClock } from '../control/clock.ts'
import { memoryValue } from '../control/operator-state.ts'
import { newAdminKey } from '../platform/admin-key.ts'
import {
  newVapidKeys,
  readAdminKey,
  readSecrets,
  readTokenSecrets,
  replaceAdminKey,
  type ServerSecrets,
} from '../platform/secrets.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Processes } from '../processes/processes.ts'
import { adminCallsFiles } from '../stores/embedded/admin-calls-files.ts'
import { DataFolderError } from '../stores/embedded/data-folder-error.ts'
import { EmbeddedStore, type EmbeddedStoreOptions } from '../stores/embedded/embedded-store.ts'
import { folderOperator, folderSecrets } from '../stores/embedded/folder-values.ts'
import { MemoryStore } from '../stores/memory/memory-store.ts'
import type { PostgresStore, PostgresStoreOptions } from '../stores/postgres/postgres-store.ts'
import { isEmpty } from '../worlds/named-world.ts'

/** Selects the store of a server. */
export interface StoreOptions {
  /** URL of a PostgreSQL database. If set, `data` is ignored. */
  readonly database?: string | undefined
  /** URL of the database itself, if `database` is the URL of a pool in transaction mode. */
  readonly directDatabase?: string | undefined
  /** Data folder; null stores everything in memory. */
  readonly data: string | null
  /** An open store to use instead of a new memory store. Requires `data: null`. */
  readonly store?: Store | undefined
  /** The options or variables that gave the URLs, which errors name. Default: the options of `serve`. */
  readonly places?: Partial<typeof PLACES>
}

const PLACES = { database: '--store', directDatabase: '--direct-store' }

/** An open store with its secrets. */
export interface OpenStore {
  readonly store: Store
  /** The folder, or the database without its password; null for memory. */
  readonly storedIn: string | null
  /**
   * @param seed the configured seed.
   * @throws {StartupError} if the store was created with another seed, or if its secrets are lost.
   */
  secrets(seed: string | undefined): Promise<ServerSecrets>
  /** The admin key, generated on first use. */
  adminKey(): Promise<string> | string
  /** Replaces the generated admin key. */
  replaceAdminKey(): Promise<string> | string
  /** Where the maintenance and the announcements are. */
  readonly operator: StoredValue
  /** Where calls of admins are recorded. */
  readonly adminCalls: AdminCallStore
  /** Connects with the other processes over the same store; null for stores that allow only one process. */
  readonly join: ((parts: LocalParts) => Promise<Processes>) | null
}

/** Parts of this process that other processes share. */
interface LocalParts {
  readonly clock: ControlledClock
  readonly timeZone: string
}

/** @throws {StartupError} for a folder or database that cannot be used. */
export function openStore(options: StoreOptions, log: Logger): Promise<OpenStore> | OpenStore {
  const { database, data, store } = options
  if (database !== undefined) return openDatabase(database, options, log)
  return data === null ? openMemory(store) : openFolder(data, log)
}

const openMemory = (store: Store = new MemoryStore()): OpenStore => ({
  store,
  storedIn: null,
  // Random token secrets: others may know the seed.
  secrets: async (seed = randomBytes(16).toString('hex')) => ({
    seed,
    tokenSecrets: [randomBytes(32).toString('hex')],
    vapid: newVapidKeys(),
  }),
  adminKey: newAdminKey,
  replaceAdminKey: newAdminKey,
  operator: memoryValue(),
  adminCalls: memoryCalls(),
  join: null,
})

async function openFolder(folder: string, log: Logger): Promise<OpenStore> {
  const store = await openFolderStore(folder, {
    onProblem: (err) => log.error({ err }, 'the data folder has a problem'),
  })
  const secrets = folderSecrets(folder)
  return {
    store,
    storedIn: folder,
    secrets: async (seed) =>
      readSecrets(secrets, {
        seed,
        isInUse: !(await store.transaction(isEmpty)),
        names: { store: folder, secrets: 'secrets.json', other: 'an empty folder with --data' },
      }),
    adminKey: () => readAdminKey(secrets),
    replaceAdminKey: () => replaceAdminKey(secrets),
    operator: folderOperator(folder),
    adminCalls: adminCallsFiles(folder),
    join: null,
  }
}

/** The name of the operator's state in the database. */
const OPERATOR = 'operator'

async function openDatabase(
  url: string,
  { directDatabase: direct, places }: StoreOptions,
  log: Logger,
): Promise<OpenStore> {
  const { convertError } = await import('../stores/postgres/connection/database-error.ts')
  const onProblem = (err: unknown) => log.error({ err: convertError(err) }, 'the database has a problem')
  const onReturn = (awayMs: number) => log.warn({ awayMs: Math.round(awayMs) }, 'the database responds again')
  const { database: place, directDatabase: directPlace } = { ...PLACES, ...places }
  const store = await openPostgres(url, { onProblem, onReturn, place, direct, directPlace })
  const { databaseName, unusable } = await import('../stores/postgres/connection/database-access.ts')
  const { Processes } = await import('../processes/processes.ts')
  return {
    store,
    storedIn: databaseName(url),
    secrets: async (seed) =>
      readSecrets(store.secrets, {
        seed,
        isInUse: !(await store.transaction(isEmpty)),
        isShared: true,
        names: { store: 'The database', secrets: 'secrets', other: `an empty database with ${place}` },
      }),
    adminKey: () => readAdminKey(store.secrets),
    replaceAdminKey: () => replaceAdminKey(store.secrets),
    operator: {
      get: () => store.controls.get(OPERATOR),
      change: (change) => store.controls.change(OPERATOR, change),
    },
    adminCalls: store.adminCalls,
    join: (parts) =>
      Processes.join(direct ?? url, {
        ...parts,
        store,
        readTokenSecrets: () => readTokenSecrets(store.secrets),
        onProblem,
      }).catch((error) => {
        throw unusable(direct ?? url, error, direct === undefined ? place : directPlace)
      }),
  }
}

/**
 * @param place the option that named the folder.
 * @throws {StartupError} when the folder cannot be used.
 */
export async function openFolderStore(
  folder: string,
  options: EmbeddedStoreOptions,
  place = '--data',
): Promise<EmbeddedStore> {
  try {
    return await EmbeddedStore.open(folder, options)
  } catch (error) {
    if (error instanceof DataFolderError) throw new StartupError(error.messageFor(place), { cause: error })
    throw error
  }
}

/** @throws {StartupError} when the database cannot be used. */
export async function openPostgres(url: string, options: PostgresStoreOptions = {}): Promise<PostgresStore> {
  const { place, direct, directPlace } = options
  checkDatabaseUrl(url, place)
  if (direct !== undefined) checkDatabaseUrl(direct, directPlace)
  // Loaded on demand: a server with a data folder does not need the PostgreSQL client.
  const { PostgresStore } = await import('../stores/postgres/postgres-store.ts')
  return PostgresStore.open(url, options)
}

/** The error that ends a command whose store fails: a {@link StartupError} if the store says what to do. */
export function startupErrorOf(error: unknown): unknown {
  const problem =
    error instanceof StoreUnavailableError
      ? error.explanation
      : error instanceof UnreadableDataError
        ? error.message
        : null
  return problem === null ? error : new StartupError(problem, { cause: error })
}

export const isDatabaseUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text)

/** What the client library and this server read from the URL of a database. */
const DATABASE_PARAMETERS: readonly string[] = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'ssl',
  'uselibpqcompat',
  'host',
  'port',
  'user',
  'password',
  'application_name',
  'fallback_application_name',
  'options',
  'client_encoding',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'query_timeout',
]

/**
 * Checks the URL of a database. The messages do not repeat it, because it may contain a password.
 * @param place the option or variable that gave it.
 * @throws {StartupError} for another URL, or if it does not name the database.
 */
export function checkDatabaseUrl(url: string, place: string = PLACES.database): void {
  const example = `as in postgres://user@host/database. Correct ${place}.`
  if (!isDatabaseUrl(url))
    throw new StartupError(`The URL of a database begins with postgres://, ${example}`, { isUsage: true })
  // PostgreSQL would choose the one with the name of the user.
  const hasName = /^[^/]*\/\/[^/?]*\/[^?]/.test(url)
  if (!hasName)
    throw new StartupError(`The URL of a database ends with its name, ${example}`, { isUsage: true })
  const [, host = ''] = /^[^/]*\/\/(?:.*@(?=[^/?@&=]*\/))?([^/?]*)/.exec(url) ?? []
  if (host.includes(','))
    throw new StartupError(
      `The URL of a database names one host: that of a proxy, if another one takes over after a failure, ${example}`,
      { isUsage: true },
    )
  // Ignoring one such as sslMode would connect without encryption.
  const [, query = ''] = /\?([^?]*)$/.exec(url) ?? []
  const unknown = [...new URLSearchParams(query).keys()].filter((name) => !DATABASE_PARAMETERS.includes(name))
  // After an @, it may be a part of a password with an unencoded question mark.
  const names = query.includes('@') ? '' : ` ${unknown.join(', ')}`
  if (unknown.length > 0)
    throw new StartupError(
      `The URL of a database has the unknown parameter${names}: remove it, or write one of ${DATABASE_PARAMETERS.join(', ')}. Correct ${place}.`,
      { isUsage: true },
    )
}
