import { createReadStream } from 'node:fs'
import { type CollectionName, collections } from '../../engine/collections.ts'
import type { Transaction } from '../../engine/transaction.ts'
import { type CheckedWorld, checkWorld } from '../../engine/world/check-world.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'
import { readSeed } from '../platform/secrets.ts'
import { checkDatabaseUrl, openPostgres, startupErrorOf } from './open-store.ts'

/* `inkling store status` and `migrate`, on databases without a running server, and `world check`. */

export interface StoreStatus {
  /** Without its password. */
  readonly database: string
  /** Schema version of the database; 0 if it is empty. */
  readonly schema: number
  /** The schema version of this program. */
  readonly knownSchema: number
  /** Documents by collection; null unless the versions are equal. */
  readonly documents: Readonly<Record<string, number>> | null
  /** Whether it has players but no secrets, as after an interrupted copy. No server starts on it then. */
  readonly lacksSecrets: boolean
}

/**
 * Reports the state of a database without changing it.
 * @param place the option or variable that gave the URL.
 * @throws {StartupError} if it cannot be reached.
 */
export async function storeStatus(url: string, place?: string): Promise<StoreStatus> {
  checkDatabaseUrl(url, place)
  const { databaseName } = await import('../stores/postgres/connection/database-access.ts')
  const { schemaVersion } = await import('../stores/postgres/migrations.ts')
  const { found, known } = await schemaVersion(url, place)
  const status = { database: databaseName(url), schema: found, knownSchema: known }
  if (found !== known) return { ...status, documents: null, lacksSecrets: false }
  const store = await openPostgres(url, { ...(place && { place }) })
  try {
    const documents = await store.transaction(countDocuments)
    const lacksSecrets = documents.users > 0 && (await readSeed(store.secrets)) === null
    return { ...status, documents, lacksSecrets }
  } catch (error) {
    throw startupErrorOf(error)
  } finally {
    await store.close()
  }
}

async function countDocuments(tx: Transaction): Promise<Record<CollectionName, number>> {
  const counts: Partial<Record<CollectionName, number>> = {}
  for (const name of Object.keys(collections) as CollectionName[]) counts[name] = await tx.peekCount(name)
  return counts as Record<CollectionName, number>
}

/**
 * Migrates the schema of a database to the version of this program, as `serve` does on startup.
 * @throws {StartupError} if it has a newer version or cannot be reached.
 */
export async function migrateStore(
  url: string,
  place?: string,
): Promise<{ database: string; from: number; to: number }> {
  checkDatabaseUrl(url, place)
  const { databaseName } = await import('../stores/postgres/connection/database-access.ts')
  const { migrate } = await import('../stores/postgres/migrations.ts')
  const { from, to } = await migrate(url, place)
  return { database: databaseName(url), from, to }
}

/** Checks the world in a file. @throws if the file cannot be read. */
export const checkWorldFile = (path: string): Promise<CheckedWorld> =>
  checkWorld(createReadStream(path), nodeCodecs)
