import { randomBytes } from 'node:crypto'
import { StartupError } from '../platform/startup-error.ts'

/** See API.md, Admin. */
export const MIN_ADMIN_KEY = 8

export const newAdminKey = (): string => randomBytes(24).toString('base64url')

/**
 * Checks the key that an operator has set.
 * @returns null if it is missing or empty.
 * @throws {StartupError} if it is too short.
 */
export function checkedAdminKey(key: string | undefined): string | null {
  if (!key) return null
  if (key.length >= MIN_ADMIN_KEY) return key
  throw new StartupError(
    `The admin key has ${key.length} characters. It needs at least ${MIN_ADMIN_KEY}; without --admin-key and ADMIN_KEY, the server generates one.`,
    { isUsage: true },
  )
}
