import type { UserView } from '../contract/schemas/user.ts'
import type { PushKind } from './due-message.ts'
import type { Instant } from './instant.ts'

/** A player as stored. */
export interface User {
  readonly id: string
  /** SHA-256 of the device id, which is a secret and is not stored. */
  readonly deviceHash: string
  readonly username: string
  readonly avatar: string | null
  readonly groupId: string | null
  readonly finishedOnboarding: boolean
  readonly pushNotifications: boolean
  /** Kinds of notifications that the player has turned off; absent for none. */
  readonly pushKindsOff?: readonly PushKind[]
  readonly createdAt: Instant
  /** The number of groups this user has created. Part of the seed of the next group's id. */
  readonly groupsFounded: number
}

/** A user as the API shows it (api.md, Who is who). */
export function userView({ id, username, avatar, groupId, finishedOnboarding }: User): UserView {
  return { id, username, avatar, groupId, settings: {}, finishedOnboarding }
}
