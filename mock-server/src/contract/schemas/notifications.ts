import * as z from 'zod/mini'
import { instant, printable } from './primitives.ts'

const EMPTY = 'Cannot register empty token'
const token = z
  .string(EMPTY)
  .check(z.trim(), z.maxLength(4096, { abort: true }), z.minLength(1, EMPTY), printable)

const platform = z.enum(['ios', 'android', 'web'], { error: 'Platform is required for token registration' })

export const tokenRegistration = z.object({
  token,
  platform,
  deviceId: z.optional(z.nullable(z.string().check(z.maxLength(128, { abort: true }), printable))),
})
export const tokenRemoval = z.object({ token, platform })
export const tokenList = z.object({
  tokens: z.array(
    z.object({ token: z.string(), platform, deviceId: z.nullable(z.string()), createdAt: instant }),
  ),
})
export const notificationSettings = z.object({ pushNotifications: z.boolean() })
