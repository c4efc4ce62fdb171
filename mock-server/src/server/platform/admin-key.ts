import { randomBytes } from 'node:crypto'
import { StartupError } from './startup-error.ts'

/** See API.md, Admin. */
export const MIN_ADMIN_KEY = 8

export const newAdminKey = (): string => randomBytes(24).toString('base64url')

/**
 * Checks the admin key that an operator has set.
 * @param isGenerated whether the server generates one if none is set.
 * @returns null if it is missing or empty.
 * @throws {StartupError} if it is too short.
 */
export const checkedAdminKey = (key: string | undefined, isGenerated: boolean): string | null =>
  checkedKey(key, 'admin', isGenerated ? '; without --admin-key and ADMIN_KEY, the server generates one' : '')

/**
 * Checks the moderator key that an operator has set.
 * @returns null if it is missing or empty.
 * @throws {StartupError} if it is too short, or the admin key.
 */
export function checkedModeratorKey(key: string | undefined, adminKey: string | null): string | null {
  const checked = checkedKey(key, 'moderator', '')
  if (checked === null || checked !== adminKey) return checked
  throw sameAs('MODERATOR_KEY', 'admin')
}

const sameAs = (variable: string, name: string): StartupError =>
  new StartupError(`${variable} is the ${name} key: choose another one, which may do less.`, {
    isUsage: true,
  })

/**
 * Checks the key of `/metrics` that an operator has set.
 * @returns null if it is missing or empty.
 * @throws {StartupError} if it is too short, or one of the others.
 */
export function checkedMetricsKey(
  key: string | undefined,
  others: { readonly admin: string | null; readonly moderator: string | null },
): string | null {
  const checked = checkedKey(key, 'metrics', '')
  if (checked === null) return null
  if (checked === others.admin) throw sameAs('METRICS_KEY', 'admin')
  if (checked === others.moderator) throw sameAs('METRICS_KEY', 'moderator')
  return checked
}

function checkedKey(
  key: string | undefined,
  name: 'admin' | 'moderator' | 'metrics',
  hint: string,
): string | null {
  if (!key) return null
  if (key.length >= MIN_ADMIN_KEY) return key
  throw new StartupError(
    `The ${name} key has ${key.length} characters. It needs at least ${MIN_ADMIN_KEY}${hint}.`,
    { isUsage: true },
  )
}
