import { appendFile, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type AdminCall, adminCall } from '../../contract/schemas/operator.ts'
import { type AdminCallStore, latestOf } from '../../engine/operator-store.ts'
import { StoreUnavailableError } from '../../engine/store.ts'
import { codeOf } from './data-folder-error.ts'

const FILE = 'admin-calls.jsonl'
const OLDER_FILE = 'admin-calls.1.jsonl'
/** At this size, the file becomes the older one, and the older one before it is dropped. */
const MAX_BYTES = 2_000_000

const line = z.union([adminCall, z.object({ id: z.string(), status: z.int() })])

/** The calls of admins in a data folder: a line for each call, and one with its status. @param maxBytes of a file */
export function adminCallsFile(folder: string, maxBytes = MAX_BYTES): AdminCallStore {
  const path = join(folder, FILE)
  let lastWrite: Promise<unknown> = Promise.resolve()

  const append = (entry: object): Promise<void> => {
    const writing = lastWrite.then(async () => {
      try {
        const { size } = await stat(path).catch(() => ({ size: 0 }))
        if (size >= maxBytes) await rename(path, join(folder, OLDER_FILE))
        await appendFile(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
      } catch (error) {
        throw new StoreUnavailableError(error)
      }
    })
    lastWrite = writing.catch(() => {})
    return writing
  }

  return {
    add: append,
    finish: (id, status) => append({ id, status }),
    async latest(before, limit) {
      await lastWrite
      const calls = new Map<string, AdminCall>()
      for (const name of [OLDER_FILE, FILE]) {
        for (const entry of await linesIn(join(folder, name))) {
          const known = calls.get(entry.id)
          if ('method' in entry) calls.set(entry.id, entry)
          else if (known) calls.set(entry.id, { ...known, status: entry.status })
        }
      }
      return latestOf([...calls.values()], before, limit)
    },
  }
}

/** A line that a crash has cut off is left out. */
async function linesIn(path: string): Promise<z.infer<typeof line>[]> {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return ''
    throw new StoreUnavailableError(error)
  })
  return text.split('\n').flatMap((each) => {
    try {
      return [line.parse(JSON.parse(each))]
    } catch {
      return []
    }
  })
}
