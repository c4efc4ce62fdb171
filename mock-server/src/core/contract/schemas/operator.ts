import * as z from 'zod/mini'
import { ADMIN_CALLS, ANNOUNCEMENT } from '../constants.ts'
import { count, digits, id, instant, line } from './primitives.ts'

/* What the operator of a server tells its players, and what admins have changed. */

const sentence = (name: string) =>
  line(name, ANNOUNCEMENT.maxLength, {
    empty: `${name} cannot be empty`,
    tooLong: `${name} has at most ${ANNOUNCEMENT.maxLength} characters`,
  })

/** While it lasts, players read and change nothing. */
export const maintenance = z.object({
  since: instant,
  /** What the operator tells the players; null for the usual sentence. */
  message: z.nullable(z.string()),
})
export type Maintenance = z.infer<typeof maintenance>

export const maintenanceState = z.object({ maintenance: z.nullable(maintenance) })
export type MaintenanceState = z.infer<typeof maintenanceState>

export const maintenanceStart = z.strictObject({ message: z.optional(sentence('A message')) })

/** A line on the home screen of every player. */
export const announcement = z.object({ id, text: z.string(), at: instant, until: instant })
export type Announcement = z.infer<typeof announcement>

export const announcements = z.object({
  /** Newest first, without expired ones. */
  announcements: z.array(announcement),
  maintenance: z.nullable(maintenance),
})
export type Announcements = z.infer<typeof announcements>

export const newAnnouncement = z.strictObject({
  text: sentence('An announcement'),
  /** How long it is shown. */
  hours: z._default(z.int().check(z.gte(1), z.lte(ANNOUNCEMENT.maxHours)), ANNOUNCEMENT.defaultHours),
  /** Whether players who take notifications get one too. */
  push: z._default(z.boolean(), true),
})

export const announced = z.extend(announcement, {
  /** How many players get a notification. */
  notified: count,
})
export type Announced = z.infer<typeof announced>

export const newAdminKey = z.object({ adminKey: z.string() })

/** A call with the admin key or the moderator key. */
export const adminCall = z.object({
  id,
  /** The key that made it. Absent in entries of earlier versions. */
  key: z.optional(z.enum(['admin', 'moderator'])),
  /** The name in `X-Admin-Name`, which the caller chooses. Absent without one. */
  name: z.optional(z.string()),
  /** By the system clock, whatever the clock of the game says. */
  at: instant,
  method: z.string(),
  /** With the query. */
  path: z.string(),
  /** The body; one that is large, or is not JSON, as a text of its beginning; null if there is none. */
  body: z.unknown(),
  /** The address of the caller; null inside of the server's own process. */
  from: z.nullable(z.string()),
  /** The HTTP status; null if the server ended before it replied. */
  status: z.nullable(z.int()),
})
export type AdminCall = z.infer<typeof adminCall>

export const adminCallsQuery = z.object({
  /** The `next` of the page before. */
  before: z.optional(id),
  limit: z._default(
    z.pipe(digits, z.int().check(z.gte(1), z.lte(ADMIN_CALLS.pageMax))),
    ADMIN_CALLS.pageDefault,
  ),
})

export const adminCalls = z.object({
  /** Newest first. */
  calls: z.array(adminCall),
  next: z.nullable(id),
})
export type AdminCalls = z.infer<typeof adminCalls>
