import { StoreUnavailableError } from '../engine/store.ts'
import { StartupError } from '../platform/startup-error.ts'
import { reasonOf } from '../stores/embedded/data-folder-error.ts'
import type { CopiedStore } from '../stores/shared/copy-store.ts'
import { readStoredAdminKey, writeAdminKey } from './admin-key.ts'
import { ADMIN_KEY, SECRETS } from './database-secrets.ts'
import { readStoredSecrets, writeStoredSecrets } from './folder-secrets.ts'
import { explaining, isDatabaseUrl, openFolderStore, openPostgres } from './open-store.ts'
import { type StoredSecrets, storedSecrets } from './server-secrets.ts'

/* The two ends of `inkling store copy`, whose errors name the options of that command. */

type CopyOption = '--from' | '--to'

/** The source or target of a copy, with access to its stored secrets. */
export interface End {
  readonly store: CopiedStore
  readSecrets(): Promise<Secrets | null>
  writeSecrets(secrets: Secrets): Promise<void>
}

interface Secrets extends StoredSecrets {
  readonly adminKey: string | null
}

/** @throws {StartupError} if the place cannot be used, then or later. */
export const openEnd = (place: string, option: CopyOption): Promise<End> =>
  (isDatabaseUrl(place) ? openDatabaseEnd(place, option) : openFolderEnd(place)).catch(naming(option))

async function openFolderEnd(folder: string): Promise<End> {
  const explain = (error: unknown): never => {
    if (!(error instanceof StoreUnavailableError)) throw error
    throw new StartupError(`${reasonOf(error.cause)}. Free space for ${folder}, and copy again.`)
  }
  return {
    store: explained(await openFolderStore(folder, () => {}), explain),
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

async function openDatabaseEnd(url: string, option: CopyOption): Promise<End> {
  const store = await openPostgres(url)
  const explain = (error: unknown) => explaining(url)(error).catch(naming(option))
  const readSecrets = async () => {
    const stored = await store.secrets.get(SECRETS)
    if (stored === null) return null
    const adminKey = await store.secrets.get(ADMIN_KEY)
    return { ...storedSecrets.parse(stored), adminKey: typeof adminKey === 'string' ? adminKey : null }
  }
  const writeSecrets = async ({ adminKey, ...stored }: Secrets) => {
    if (adminKey !== null) await store.secrets.change(ADMIN_KEY, () => adminKey)
    await store.secrets.change(SECRETS, () => stored)
  }
  return {
    store: explained(store, explain),
    readSecrets: () => readSecrets().catch(explain),
    writeSecrets: (secrets) => writeSecrets(secrets).catch(explain),
  }
}

/** A store that passes its errors to `explain`. */
const explained = (store: CopiedStore, explain: (error: unknown) => never | Promise<never>): CopiedStore => ({
  async *pages(collection) {
    try {
      yield* store.pages(collection)
    } catch (error) {
      await explain(error)
    }
  },
  stored: (collection, like) => store.stored(collection, like).catch(explain),
  transaction: (work) => store.transaction(work).catch(explain),
  settle: () => store.settle(),
  close: () => store.close(),
})

/** Names the option of `store copy` in the error of a store, which names the options of `serve`. */
export const naming =
  (option: CopyOption) =>
  (error: unknown): never => {
    if (!(error instanceof StartupError)) throw error
    throw new StartupError(error.message.replace(SERVE_OPTIONS, option), { isUsage: error.isUsage })
  }

const SERVE_OPTIONS = /--(?:store|data)\b(?: or DATABASE_URL|, or use --memory to store nothing)?/g
