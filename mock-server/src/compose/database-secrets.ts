import { StartupError } from '../platform/startup-error.ts'
import type { PostgresStore } from '../stores/postgres/postgres-store.ts'
import { newAdminKey } from './admin-key.ts'
import { renewed, type ServerSecrets, sharedSecretsIn, storedSecrets } from './server-secrets.ts'

/** The names of the secrets in a database. */
export const SECRETS = 'secrets'
export const ADMIN_KEY = 'admin key'

/**
 * The secrets of a database, generated on its first use. One process rotates the key that signs tokens; all sign with the
 * new one when every process has read it.
 * @param options.isInUse whether the database has players. Then missing secrets were lost, or a copy is incomplete.
 * @throws {StartupError} if they are missing, or if `seed` is not the seed that the database was created with.
 */
export async function readDatabaseSecrets(
  store: PostgresStore,
  seed: string | undefined,
  { isInUse = false, today = new Date() }: { isInUse?: boolean; today?: Date } = {},
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
        'The database was created with a different seed. Omit --seed, or choose an empty database with --store.',
      )
    }
    return renewed(known, { seed, today })
  })
  return sharedSecretsIn(secrets, today)
}

/** The keys that sign the tokens of a database. The first one signs, as of a date. */
export async function readTokenSecrets(store: PostgresStore, today = new Date()): Promise<readonly string[]> {
  return sharedSecretsIn(storedSecrets.parse(await store.secrets.get(SECRETS)), today).tokenSecrets
}

/** The admin key of a database, generated on its first use. */
export const readDatabaseAdminKey = (store: PostgresStore): Promise<string> =>
  store.secrets.change(ADMIN_KEY, (stored) => (typeof stored === 'string' ? stored : newAdminKey()))
