import * as z from 'zod/mini'
import { instant } from './primitives.ts'

const token = z
  .string('Cannot register empty token')
  .check(z.trim(), z.minLength(1, 'Cannot register empty token'), z.maxLength(4096))

const platform = z.enum(['ios', 'android', 'web'], { error: 'Platform is required for token registration' })

export const tokenRegistration = z.object({
  token,
  platform,
  deviceId: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
})
export const tokenRemoval = z.object({ token, platform })
export const tokenList = z.object({
  tokens: z.array(
    z.object({ token: z.string(), platform, deviceId: z.nullable(z.string()), createdAt: instant }),
  ),
})
export const notificationSettings = z.object({ pushNotifications: z.boolean() })
