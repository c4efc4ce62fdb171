import * as z from 'zod/mini'
import { id, instant } from '../../contract/schemas/primitives.ts'
import { type Stored, sha256, text } from './fields.ts'

/** A device of a player besides the one of `User.deviceHash`. */
export const device = z.strictObject({
  /** SHA-256 of the device id. */
  id: sha256,
  userId: id,
  addedAt: instant,
  lastSeenAt: instant,
  /** What it was when it became one of the player; absent if it did not say. */
  name: z.exactOptional(text),
  /** Of the devices that joined until then, the player has read on this one. */
  joinsReadAt: z.exactOptional(instant),
})
export type Device = Stored<typeof device>

/** The code with which another device becomes a player's; one per player. */
export const moveCode = z.strictObject({
  /** The player. */
  id,
  code: z.string().check(z.regex(/^[A-Z0-9]{8}$/, 'is not a move code')),
  expiresAt: instant,
})
export type MoveCode = Stored<typeof moveCode>
