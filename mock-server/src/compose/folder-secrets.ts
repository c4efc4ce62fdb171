import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../platform/replace-file.ts'
import { StartupError } from '../platform/startup-error.ts'
import { codeOf, reasonOf } from '../stores/lowdb/data-folder-error.ts'
import { readSealed, sealedJson } from '../stores/lowdb/sealed-json.ts'
import {
  renewed,
  type ServerSecrets,
  type StoredSecrets,
  secretsIn,
  storedSecrets,
} from './server-secrets.ts'

const FILE = 'secrets.json'

/**
 * The secrets of a data folder: the seed of its ids and the keys that sign its tokens. They are generated on first use
 * and readable by their owner only. Keys are rotated; an old one is removed after its last token has expired.
 * @param options.isInUse whether the folder has players. Then a missing file was lost.
 * @param options.today the real date, independent of the game's clock.
 * @throws {StartupError} if the file is damaged or lost, or if `seed` is not the seed that the folder was created with.
 */
export async function readFolderSecrets(
  folder: string,
  seed?: string,
  { isInUse = false, today = new Date() }: { isInUse?: boolean; today?: Date } = {},
): Promise<ServerSecrets> {
  const path = join(folder, FILE)
  const read = await readSecrets(path, folder, seed)
  if (read === null && isInUse) {
    throw new StartupError(
      `${folder} has players but no ${FILE}. If a copy into it was interrupted, finish it with the same \`inkling store copy\`. Otherwise restore ${FILE} from a backup: without it, ids and tokens are not valid.`,
    )
  }
  const stored = renewed(read, { seed, today })
  if (stored !== read) await writeStoredSecrets(folder, stored)
  return secretsIn(stored)
}

/** The stored secrets of a data folder; null if no server has run on it. @throws {StartupError} */
export const readStoredSecrets = (folder: string): Promise<StoredSecrets | null> =>
  readSecrets(join(folder, FILE), folder)

export const writeStoredSecrets = (folder: string, secrets: StoredSecrets): Promise<void> =>
  replaceFile(join(folder, FILE), sealedJson(secrets))

async function readSecrets(path: string, folder: string, seed?: string): Promise<StoredSecrets | null> {
  const bytes = await readFile(path).catch((error) => {
    if (codeOf(error) === 'ENOENT') return null
    throw new StartupError(`${path} cannot be read: ${reasonOf(error)}. Fix its permissions.`)
  })
  if (bytes === null) return null
  const known = parse(bytes)
  if (!known) {
    throw damagedSecrets(path, 'does not match its checksum or its format')
  }
  if (seed !== undefined && seed !== known.seed) {
    throw new StartupError(
      `${folder} was created with a different seed. Omit --seed, or choose an empty folder with --data.`,
    )
  }
  return known
}

const damagedSecrets = (path: string, why: string): StartupError =>
  new StartupError(
    `${path} is damaged: it ${why}. Restore it from a backup; without it, ids and tokens are not valid.`,
  )

function parse(bytes: Buffer): StoredSecrets | null {
  try {
    const result = storedSecrets.safeParse(readSealed(bytes))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
