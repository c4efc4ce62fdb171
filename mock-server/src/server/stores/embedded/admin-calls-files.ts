import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { ADMIN_CALLS, DAY_MS } from '../../../core/contract/constants.ts'
import { type AdminCall, adminCall } from '../../../core/contract/schemas/operator.ts'
import { type AdminCallStore, callWithout } from '../../../engine/operator-store.ts'
import { StoreUnavailableError } from '../../../engine/store.ts'
import { FILE_MODE, FOLDER_MODE, replaceFile, syncFolder } from '../../platform/replace-file.ts'
import { systemCode } from './data-folder-error.ts'
import { InTurn } from './in-turn.ts'

const FOLDER = 'admin-calls'
const ENDING = '.jsonl'
/** At this size, a new file begins. */
const MAX_BYTES = 2_000_000

const line = z.union([adminCall, z.object({ id: z.string(), status: z.int() })])

/**
 * The calls of admins in a data folder: a line for each call, and one with its status, in files that are named after their
 * first call. Files go by their age only, so that no number of calls removes another call.
 */
export function adminCallsFiles(
  dataFolder: string,
  { maxBytes = MAX_BYTES, systemNow = Date.now } = {},
): AdminCallStore {
  const folder = join(dataFolder, FOLDER)
  const inTurn = new InTurn()

  const write = (work: () => Promise<void>): Promise<void> =>
    inTurn.run(work).catch((error) => {
      throw new StoreUnavailableError(error)
    })
  const append = async (name: string, entry: object): Promise<void> =>
    appendFile(join(folder, name), `${JSON.stringify(entry)}\n`, { mode: FILE_MODE, flush: true })

  /** Begins a file, and removes those with old calls only. */
  async function begin(name: string, entry: AdminCall): Promise<void> {
    // Not with `recursive`, which would make a removed data folder again.
    await mkdir(folder, { mode: FOLDER_MODE }).catch((error) => {
      if (systemCode(error) !== 'EEXIST') throw error
    })
    await append(name, entry)
    await syncFolder(folder)
    const oldest = stampOf(systemNow() - ADMIN_CALLS.keptDays * DAY_MS)
    const names = await namesIn(folder)
    const old = names.filter((_, at) => {
      const next = names[at + 1]
      return next !== undefined && next < oldest
    })
    for (const each of old) await rm(join(folder, each), { force: true })
  }

  return {
    add: (call) =>
      write(async () => {
        const last = (await namesIn(folder)).at(-1)
        const isFull = last === undefined || (await stat(join(folder, last))).size >= maxBytes
        await (isFull ? begin(call.id + ENDING, call) : append(last, call))
      }),
    finish: (id, status) =>
      write(async () => append((await namesIn(folder)).at(-1) ?? id + ENDING, { id, status })),
    forget: (texts) =>
      write(async () => {
        for (const name of await namesIn(folder)) {
          const path = join(folder, name)
          const text = await readFile(path, 'utf8')
          if (!texts.some((each) => text.includes(each))) continue
          const left = (await linesIn(path)).map((entry) =>
            'method' in entry ? callWithout(entry, texts) : entry,
          )
          await replaceFile(path, left.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
        }
      }),
    async latest(before, limit) {
      await inTurn.settle()
      const found: AdminCall[] = []
      const statuses = new Map<string, number>()
      for (const name of (await namesIn(folder)).reverse()) {
        const entries = await linesIn(join(folder, name))
        for (const entry of entries) if (!('method' in entry)) statuses.set(entry.id, entry.status)
        for (const entry of entries.reverse()) {
          if (!('method' in entry) || (before !== undefined && entry.id >= before)) continue
          found.push({ ...entry, status: statuses.get(entry.id) ?? entry.status })
          if (found.length === limit) return found
        }
      }
      return found
    },
  }
}

/** The beginning of the ids of calls at a time. */
const stampOf = (ms: number): string => new Date(ms).toISOString().replace(/\D/g, '')

/** The oldest first. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error) => {
    if (systemCode(error) === 'ENOENT') return []
    throw new StoreUnavailableError(error)
  })
  return names.filter((name) => name.endsWith(ENDING)).sort()
}

/** A line that a crash has cut off is left out. */
async function linesIn(path: string): Promise<z.infer<typeof line>[]> {
  const text = await readFile(path, 'utf8').catch((error) => {
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
