import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredValue } from '../engine/operator-store.ts'
import { StoreUnavailableError } from '../engine/store.ts'
import { replaceFile } from '../platform/replace-file.ts'
import { StartupError } from '../platform/startup-error.ts'
import { codeOf, reasonOf } from '../stores/embedded/data-folder-error.ts'
import { readSealed, sealedJson } from '../stores/embedded/sealed-json.ts'

/**
 * A JSON object in a file of a data folder, which one process uses.
 * @throws {StartupError} from its methods if the file is damaged or cannot be read.
 */
export function folderValue(folder: string, name: string): StoredValue {
  const path = join(folder, name)
  let lastChange: Promise<unknown> = Promise.resolve()

  async function get(): Promise<unknown> {
    const bytes = await readFile(path).catch((error) => {
      if (codeOf(error) === 'ENOENT') return null
      throw new StartupError(`${path} cannot be read: ${reasonOf(error)}. Fix its permissions.`)
    })
    try {
      return bytes && readSealed(bytes)
    } catch (cause) {
      const advice = 'Restore it from a backup, or remove it: it has the maintenance and the announcements.'
      throw new StartupError(`${path} is damaged. ${advice}`, { cause })
    }
  }

  return {
    get,
    change<T extends object>(change: (stored: unknown) => T): Promise<T> {
      const changing = lastChange.then(async () => {
        const changed = change(await get())
        await replaceFile(path, sealedJson(changed)).catch((error) => {
          throw new StoreUnavailableError(error)
        })
        return changed
      })
      lastChange = changing.catch(() => {})
      return changing
    },
  }
}
