import * as z from 'zod/mini'
import { MOVE } from '../constants.ts'
import { id, instant } from './primitives.ts'
import { deviceSignIn, signedIn } from './user.ts'

/** Everything that the server keeps about the player, for them to read: not for other programs to rely on. */
export const accountExport = z.looseObject({ format: z.literal('inkling-account'), exportedAt: instant })

export const accountDeletion = z.object({ username: z.string().check(z.maxLength(200)) })

export const moveCode = z.object({ code: z.string(), expiresAt: instant })

const INCOMPLETE_CODE = `Please enter the ${MOVE.codeLength}-character code`

const code = z
  .string(INCOMPLETE_CODE)
  .check(z.minLength(1, INCOMPLETE_CODE), z.maxLength(40, { error: INCOMPLETE_CODE, abort: true }))

/** Whose player a device becomes by a code. */
export const movePreviewQuery = z.object({ code })
export const movePreview = z.object({ username: z.string(), avatar: z.nullable(z.string()) })
export type MovePreview = z.infer<typeof movePreview>

export const move = z.extend(deviceSignIn, {
  code,
  /** Give up the player that this device has now. */
  replace: z.optional(z.boolean()),
})
export const moved = z.extend(signedIn, {
  /** Brings the player back that this device has given up. */
  formerCode: z.optional(moveCode),
})

export const devices = z.object({
  devices: z.array(
    z.object({
      id,
      current: z.boolean(),
      addedAt: instant,
      lastSeenAt: instant,
      /** Kind and browser of the device when it became one of the player. */
      name: z.optional(z.string()),
    }),
  ),
})
export type Devices = z.infer<typeof devices>

export const keptOut = z.object({
  players: z.array(
    z.object({ userId: id, username: z.string(), avatar: z.nullable(z.string()), since: instant }),
  ),
})
export type KeptOut = z.infer<typeof keptOut>
