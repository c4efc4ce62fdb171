import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../platform/startup-error.ts'
import { codeOf, reasonOf } from '../stores/lowdb/data-folder-error.ts'
import { writeDurably } from '../stores/lowdb/durable-json-file.ts'

/** api.md, Admin. */
const MIN_LENGTH = 8

/** A key that nobody can guess. */
export const newAdminKey = (): string => randomBytes(24).toString('base64url')

/**
 * The key that an operator has set.
 * @returns null when none is set; an environment often has an empty one.
 * @throws {StartupError} when it is too short.
 */
export function checkedAdminKey(key: string | undefined): string | null {
  if (!key) return null
  if (key.length >= MIN_LENGTH) return key
  throw new StartupError(
    `The admin key has ${key.length} characters. Choose one of at least ${MIN_LENGTH}, or leave it out to have one made.`,
  )
}

const FILE = 'admin-key'

export const writeAdminKey = (folder: string, key: string): Promise<void> =>
  writeDurably(join(folder, FILE), `${key}\n`)

/**
 * The key in a data folder (`admin-key`), made on first use and readable by its owner only. Remove the file to have
 * another one made.
 * @throws {StartupError} when the file cannot be read or holds no key.
 */
export async function readAdminKey(folder: string): Promise<string> {
  const path = join(folder, FILE)
  const stored = await readFile(path, 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return null
    throw new StartupError(`${path} cannot be read: ${reasonOf(error)}. Correct its permissions.`)
  })
  if (stored === null) {
    const key = newAdminKey()
    await writeAdminKey(folder, key)
    return key
  }
  const key = stored.trim()
  if (key.length >= MIN_LENGTH) return key
  throw new StartupError(`${path} holds no admin key. Remove it, and the server makes another one.`)
}
