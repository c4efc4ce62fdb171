import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../platform/replace-file.ts'
import { StartupError } from '../platform/startup-error.ts'
import { codeOf, reasonOf } from '../stores/embedded/data-folder-error.ts'
import { readSealed, sealedJson } from '../stores/embedded/sealed-json.ts'
import { MIN_ADMIN_KEY } from './admin-key.ts'
import { type SecretName, type SecretValues, storedSecrets } from './secrets.ts'

interface SecretFile {
  readonly name: string
  /** @throws if the bytes are damaged. */
  read(bytes: Buffer): unknown
  write(value: unknown): string
  /** What to do about a damaged file. */
  readonly advice: string
}

const FILES: Readonly<Record<SecretName, SecretFile>> = {
  secrets: {
    name: 'secrets.json',
    read: (bytes) => storedSecrets.parse(readSealed(bytes)),
    write: (value) => sealedJson(value as object),
    advice:
      'is damaged: it does not match its checksum or its format. Restore it from a backup; without it, ids and tokens are not valid.',
  },
  'admin key': {
    name: 'admin-key',
    read(bytes) {
      const key = bytes.toString('utf8').trim()
      if (key.length < MIN_ADMIN_KEY) throw new Error('The key is too short')
      return key
    },
    write: (key) => `${key}\n`,
    advice: 'does not contain an admin key. Remove it, and the server generates a new one.',
  },
}

/**
 * The secrets of a data folder, in files that only their owner can read. To get another admin key, remove its file. The
 * methods throw a {@link StartupError} for a file that is damaged or cannot be read.
 */
export function folderSecrets(folder: string): SecretValues {
  const get = async (name: SecretName): Promise<unknown> => {
    const { read, advice, ...file } = FILES[name]
    const path = join(folder, file.name)
    const bytes = await readFile(path).catch((error) => {
      if (codeOf(error) === 'ENOENT') return null
      throw new StartupError(`${path} cannot be read: ${reasonOf(error)}. Fix its permissions.`)
    })
    try {
      return bytes && read(bytes)
    } catch (cause) {
      throw new StartupError(`${path} ${advice}`, { cause })
    }
  }
  return {
    get,
    async change(name, change) {
      const stored = await get(name)
      const changed = change(stored)
      const { write, ...file } = FILES[name]
      if (stored === null || write(changed) !== write(stored))
        await replaceFile(join(folder, file.name), write(changed))
      return changed
    },
  }
}
