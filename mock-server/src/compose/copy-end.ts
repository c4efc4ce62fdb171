import type { CopiedStore } from '../stores/shared/copy-store.ts'
import { folderSecrets } from './folder-secrets.ts'
import { isDatabaseUrl, openFolderStore, openPostgres } from './open-store.ts'
import type { SecretValues } from './secrets.ts'

/** The source or target of a copy. */
export interface End {
  readonly store: CopiedStore
  readonly secrets: SecretValues
}

/**
 * Opens an end of `inkling store copy`.
 * @param place the option that gave it.
 * @throws {StartupError} if it cannot be used.
 */
export async function openEnd(end: string, place: '--from' | '--to'): Promise<End> {
  if (isDatabaseUrl(end)) {
    const store = await openPostgres(end, { place })
    return { store, secrets: store.secrets }
  }
  const store = await openFolderStore(end, { isReadOnly: place === '--from' }, place)
  return { store, secrets: folderSecrets(end) }
}
