import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredValue } from '../../../engine/operator-store.ts'
import { StoreUnavailableError } from '../../../engine/store.ts'
import { MIN_ADMIN_KEY } from '../../platform/admin-key.ts'
import { replaceFile } from '../../platform/replace-file.ts'
import { type SecretName, type SecretValues, storedSecrets } from '../../platform/secrets.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { reasonOf, systemCode } from './data-folder-error.ts'
import { InTurn } from './in-turn.ts'
import { readSealed, sealedJson } from './sealed-file.ts'

interface ValueFile {
  readonly name: string
  /** @throws if the bytes are damaged. */
  read(bytes: Buffer): unknown
  write(value: unknown): string
  /** What to do about a damaged file. */
  readonly advice: string
}

const SEALED = { read: readSealed, write: (value: unknown) => sealedJson(value as object) }

const OPERATOR: ValueFile = {
  ...SEALED,
  name: 'operator.json',
  advice: 'is damaged. Restore it from a backup, or remove it: it has the maintenance and the announcements.',
}

const SECRETS: Readonly<Record<SecretName, ValueFile>> = {
  secrets: {
    ...SEALED,
    name: 'secrets.json',
    read: (bytes) => storedSecrets.parse(readSealed(bytes)),
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

/** The operator's state in a data folder. */
export const folderOperator = (folder: string): StoredValue => folderValue(folder, OPERATOR)

/** The secrets of a data folder, in files that only their owner can read. To get another admin key, remove its file. */
export function folderSecrets(folder: string): SecretValues {
  const values = {
    secrets: folderValue(folder, SECRETS.secrets),
    'admin key': folderValue(folder, SECRETS['admin key']),
  }
  return { get: (name) => values[name].get(), change: (name, change) => values[name].change(change) }
}

/**
 * A value in a file of a data folder, which one process uses.
 * @throws {StartupError} from its methods if the file is damaged or cannot be read.
 */
function folderValue(folder: string, { name, read, write, advice }: ValueFile): StoredValue {
  const path = join(folder, name)
  const inTurn = new InTurn()

  async function get(): Promise<unknown> {
    const bytes = await readFile(path).catch((error) => {
      if (systemCode(error) === 'ENOENT') return null
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
    change: (change) =>
      inTurn.run(async () => {
        const stored = await get()
        const changed = change(stored)
        if (stored !== null && write(changed) === write(stored)) return changed
        await replaceFile(path, write(changed)).catch((error) => {
          throw new StoreUnavailableError(error)
        })
        return changed
      }),
  }
}
