import * as z from 'zod/mini'
import { isTimeZone } from '../time-zone.ts'
import { instant, printable } from './primitives.ts'

const EMPTY = 'Cannot register empty token'
/** Tokens are an index key in PostgreSQL, which allows some 2,700 bytes. Those of all services are shorter than 1,000. */
export const MAX_TOKEN_BYTES = 2600
const TOO_LONG = `A token has at most ${MAX_TOKEN_BYTES} bytes`

export const token = z.string(EMPTY).check(
  z.trim(),
  z.maxLength(MAX_TOKEN_BYTES, { error: TOO_LONG, abort: true }),
  z.refine((text) => new TextEncoder().encode(text).length <= MAX_TOKEN_BYTES, TOO_LONG),
  z.minLength(1, EMPTY),
  printable,
)

export const platform = z.enum(['ios', 'android', 'web'], {
  error: 'Platform is required for token registration',
})

export const hourCycle = z.enum(['h12', 'h23'], { error: 'An hour cycle is h12 or h23' })
export type HourCycle = z.infer<typeof hourCycle>

export const tokenRegistration = z.object({
  token,
  platform,
  deviceId: z.optional(z.nullable(z.string().check(z.maxLength(128, { abort: true }), printable))),
  /** The IANA name of the player's time zone, which decides when messages are sent. */
  timeZone: z.optional(
    z
      .string()
      .check(
        z.maxLength(64, { abort: true }),
        z.refine(isTimeZone, 'A time zone is a name such as Europe/Berlin'),
      ),
  ),
  /** How the device writes times: 6:00 PM or 18:00. */
  hourCycle: z.optional(hourCycle),
})
export const tokenRemoval = z.object({ token, platform })
export const tokenList = z.object({
  tokens: z.array(
    z.object({ token: z.string(), platform, deviceId: z.nullable(z.string()), createdAt: instant }),
  ),
})
const kinds = { results: z.boolean(), turn: z.boolean(), reminder: z.boolean() }

/** Which notifications a player receives: none, or those of each kind. */
export const settings = z.object({ pushNotifications: z.boolean(), ...kinds })
export type NotificationSettings = z.infer<typeof settings>

export const settingsChange = z
  .partial(settings)
  .check(
    z.refine(
      (change) => Object.values(change).some((value) => value !== undefined),
      'pushNotifications is required, or a kind of notifications',
    ),
  )

/** The kinds are an extension, which other servers need not have. */
export const changedSettings = z.extend(z.partial(z.object(kinds)), { pushNotifications: z.boolean() })
