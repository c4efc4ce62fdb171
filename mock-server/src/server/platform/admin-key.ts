import { randomBytes } from 'node:crypto'
import { StartupError } from './startup-error.ts'

/** See API.md, Admin. */
export const MIN_ADMIN_KEY = 8

export const newAdminKey = (): string => randomBytes(24).toString('base64url')

/** @param isGenerated whether the server generates one if none is set. */
export const checkedAdminKey = (key: string | undefined, isGenerated: boolean): string | null =>
  checkedKey(
    'admin',
    key,
    {},
    isGenerated ? '; without --admin-key and ADMIN_KEY, the server generates one' : '',
  )

export const checkedModeratorKey = (key: string | undefined, admin: string | null): string | null =>
  checkedKey('moderator', key, { admin })

/** The key of `/metrics`. */
export const checkedMetricsKey = (
  key: string | undefined,
  others: { readonly admin: string | null; readonly moderator: string | null },
): string | null => checkedKey('metrics', key, others)

/**
 * Checks a key that an operator has set.
 * @param others the keys that may do more
 * @returns null if it is missing or empty.
 * @throws {StartupError} if it is too short, or one of the others.
 */
function checkedKey(
  name: string,
  key: string | undefined,
  others: Readonly<Record<string, string | null>>,
  hint = '',
): string | null {
  if (!key) return null
  if (key.length < MIN_ADMIN_KEY)
    throw new StartupError(
      `The ${name} key has ${key.length} characters. It needs at least ${MIN_ADMIN_KEY}${hint}.`,
      { isUsage: true },
    )
  const same = Object.keys(others).find((other) => others[other] === key)
  if (same === undefined) return key
  throw new StartupError(
    `${name.toUpperCase()}_KEY is the ${same} key: choose another one, which may do less.`,
    { isUsage: true },
  )
}
