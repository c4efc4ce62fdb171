import { createHash } from 'node:crypto'
import { CLEAR_LETTERS } from '../../../core/rules/players/devices.ts'

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** An id derived from the parts: 132 bits as 22 letters, digits, `_` and `-`. The same parts give the same id. */
export const idOf = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)

/** A group's join code: six letters and digits that do not look alike. */
export const joinCodeOf = (groupId: string): string =>
  [...createHash('sha256').update(`code\n${groupId}`).digest().subarray(0, 6)]
    .map((byte) => CLEAR_LETTERS[byte % CLEAR_LETTERS.length])
    .join('')
