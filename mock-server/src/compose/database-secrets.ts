import { StartupError } from '../platform/startup-error.ts'
import type { PostgresStore } from '../stores/postgres/postgres-store.ts'
import { newAdminKey } from './admin-key.ts'
import { renewed, type ServerSecrets, secretsIn, storedSecrets } from './server-secrets.ts'

/** The names of the secrets in a database. */
export const SECRETS = 'secrets'
export const ADMIN_KEY = 'admin key'

/**
 * The secrets of a database, generated on its first use. One process rotates the key that signs tokens and notifies the
 * others before it signs with the new key.
 * @param options.isInUse whether the database has players. Then missing secrets were lost, or a copy is incomplete.
 * @throws {StartupError} if they are missing, or if `seed` is not the seed that the database was created with.
 */
export async function readDatabaseSecrets(
  store: PostgresStore,
  seed: string | undefined,
  {
    isInUse = false,
    today = new Date(),
    place = '--store',
  }: { isInUse?: boolean; today?: Date; place?: string } = {},
): Promise<ServerSecrets> {
  const secrets = await store.secrets.change(SECRETS, (stored) => {
    if (stored === null && isInUse) {
      throw new StartupError(
        'The database has players but no secrets. If a copy into it was interrupted, finish it with the same `inkling store copy`. Otherwise restore a backup: without its secrets, ids and tokens are not valid.',
      )
    }
    const known = stored === null ? null : storedSecrets.parse(stored)
    if (known && seed !== undefined && seed !== known.seed) {
      throw new StartupError(
        `The database was created with a different seed. Omit --seed, or choose an empty database with ${place}.`,
      )
    }
    return renewed(known, { seed, today })
  })
  return secretsIn(secrets)
}

/** The keys that sign the tokens of a database, the newest first. */
export async function readTokenSecrets(store: PostgresStore): Promise<readonly string[]> {
  return secretsIn(storedSecrets.parse(await store.secrets.get(SECRETS))).tokenSecrets
}

/** The admin key of a database, generated on its first use. */
export const readDatabaseAdminKey = (store: PostgresStore): Promise<string> =>
  store.secrets.change(ADMIN_KEY, (stored) => (typeof stored === 'string' ? stored : newAdminKey()))
