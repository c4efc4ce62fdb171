import { serverNow } from '../../platform/server-clock.ts'
import { KEY, local } from '../../platform/storage.ts'

/** The code of the player whom this device has given up. */
export interface FormerCode {
  username: string
  code: string
  expiresAt: string
}

export const keepFormerCode = (code: FormerCode): void => void local.set(KEY.formerCode, JSON.stringify(code))

export const forgetFormerCode = (): void => local.remove(KEY.formerCode)

/** Null without one, and once it has expired. */
export function formerCode(): FormerCode | null {
  try {
    const stored: FormerCode | null = JSON.parse(local.get(KEY.formerCode) ?? 'null')
    return stored && Date.parse(stored.expiresAt) > serverNow() ? stored : null
  } catch {
    // The stored value is corrupt.
    return null
  }
}
