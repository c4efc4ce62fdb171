import { MOVE } from '../../contract/constants.ts'
import type { Instant } from '../time/instant.ts'

/** A device of a player besides the one of `User.deviceHash`. */
export interface Device {
  /** SHA-256 of the device id. */
  readonly id: string
  readonly userId: string
  readonly addedAt: Instant
  readonly lastSeenAt: Instant
}

/** The code with which another device becomes a player's; one per player. */
export interface MoveCode {
  /** The player. */
  readonly id: string
  readonly code: string
  readonly expiresAt: Instant
}

/** Letters and digits that are not mistaken for each other: no O and 0, I and 1, S and 5, B and 8. */
export const CLEAR_LETTERS = 'ACDEFGHJKLMNPQRTUVWXYZ234679'

/** A typed move code in the form in which codes are stored. */
export const cleanMoveCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, MOVE.codeLength)
