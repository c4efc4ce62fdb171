import { GROUP } from './constants.ts'

/** Cleans a typed join code as the join field does: upper case, A-Z and 0-9 only, at most 6 (spec section 5). */
export function cleanGroupCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, GROUP.codeLength)
}
