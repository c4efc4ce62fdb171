import { StartupError } from '../platform/startup-error.ts'
import type { CopiedStore } from '../stores/shared/copy-store.ts'
import { readStoredAdminKey, writeAdminKey } from './admin-key.ts'
import { ADMIN_KEY, SECRETS } from './database-secrets.ts'
import { readStoredSecrets, writeStoredSecrets } from './folder-secrets.ts'
import { isDatabaseUrl, openFolderStore, openPostgres } from './open-store.ts'
import { type StoredSecrets, storedSecrets } from './server-secrets.ts'

/** The source or target of a copy, with access to its stored secrets. */
export interface End {
  readonly store: CopiedStore
  readSecrets(): Promise<Secrets | null>
  writeSecrets(secrets: Secrets): Promise<void>
}

interface Secrets extends StoredSecrets {
  readonly adminKey: string | null
}

/**
 * Opens an end of `inkling store copy`.
 * @param place the option that gave it.
 * @throws {StartupError} if it cannot be used.
 */
export const openEnd = (end: string, place: '--from' | '--to'): Promise<End> =>
  isDatabaseUrl(end) ? openDatabaseEnd(end, place) : openFolderEnd(end, place)

async function openFolderEnd(folder: string, place: string): Promise<End> {
  const store = await openFolderStore(folder, () => {}).catch((error) => {
    if (!(error instanceof StartupError)) throw error
    // A data folder does not know which command opens it.
    throw new StartupError(error.message.replace(OPTIONS_OF_SERVE, place))
  })
  return {
    store,
    async readSecrets() {
      const stored = await readStoredSecrets(folder)
      return stored && { ...stored, adminKey: await readStoredAdminKey(folder) }
    },
    async writeSecrets({ adminKey, ...stored }) {
      if (adminKey !== null) await writeAdminKey(folder, adminKey)
      await writeStoredSecrets(folder, stored)
    },
  }
}

const OPTIONS_OF_SERVE = /--data\b(?:, or use --memory to store nothing)?/g

async function openDatabaseEnd(url: string, place: string): Promise<End> {
  const store = await openPostgres(url, { place })
  return {
    store,
    async readSecrets() {
      const stored = await store.secrets.get(SECRETS)
      if (stored === null) return null
      const adminKey = await store.secrets.get(ADMIN_KEY)
      return { ...storedSecrets.parse(stored), adminKey: typeof adminKey === 'string' ? adminKey : null }
    },
    async writeSecrets({ adminKey, ...stored }) {
      if (adminKey !== null) await store.secrets.change(ADMIN_KEY, () => adminKey)
      await store.secrets.change(SECRETS, () => stored)
    },
  }
}
