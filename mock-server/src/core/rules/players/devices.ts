import { DAY_MS, MOVE } from '../../contract/constants.ts'
import type { Device, MoveCode } from '../stored/devices.ts'
import { type Instant, plus } from '../time/instant.ts'
import { isDefaultName, type User } from './user.ts'

export type { Device, MoveCode }

/**
 * Those of a player's devices, first one first, that one of them may sign out: on its first day, itself and those that
 * joined later. A thief who has got in cannot lock the owner out before they notice.
 */
export function maySignOut(own: Device, devices: readonly Device[], now: Instant): readonly Device[] {
  const isNew = now < plus(own.addedAt, DAY_MS)
  return isNew ? devices.slice(devices.findIndex(({ id }) => id === own.id)) : devices
}

/** Whether a player has something that they would lose with their only device. Games count too. */
export const hasSomethingToLose = ({
  groupId,
  finishedOnboarding,
  username,
}: Pick<User, 'groupId' | 'finishedOnboarding' | 'username'>): boolean =>
  groupId !== null || finishedOnboarding || !isDefaultName(username)

/** Letters and digits that are not mistaken for each other: no O and 0, I and 1, S and 5, B and 8. */
export const CLEAR_LETTERS = 'ACDEFGHJKLMNPQRTUVWXYZ234679'

/** A typed move code in the form in which codes are stored. */
export const cleanMoveCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, MOVE.codeLength)
