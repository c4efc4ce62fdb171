import * as z from 'zod/mini'
import { FAULT, LIST } from '../constants.ts'
import { today } from './game.ts'
import { group, groupSettings } from './group.ts'
import { announcement, maintenance } from './operator.ts'
import { count, digits, gameDay, id, instant } from './primitives.ts'
import { history, profileChange } from './user.ts'

export const controlStatus = z.object({
  product: z.string(),
  version: z.string(),
  protected: z.boolean(),
  now: instant,
  day: gameDay,
  timeZone: z.string(),
  /** Absent for the moderator key. */
  seed: z.optional(z.string()),
  clock: z.enum(['system', 'frozen', 'shifted']),
  counts: z.record(z.string(), count),
  /** 'on', or what to do so that push messages are sent to browsers and to phones. */
  push: z.optional(z.object({ web: z.string(), native: z.string() })),
  /** Where this call came from and what it was sent to, as the server sees both behind its proxies. */
  caller: z.optional(z.object({ address: z.nullable(z.string()), origin: z.string() })),
  /** When the last save was written and checked, by the system clock; absent without any. */
  lastSave: z.optional(instant),
  /** How much of what the store is made for is used, and from 80 % on what to do. Absent if the store has no limit. */
  capacity: z.optional(
    z.object({
      players: count,
      maxPlayers: count,
      games: count,
      maxGames: count,
      warning: z.nullable(z.string()),
    }),
  ),
  /** Absent unless players can only read. */
  maintenance: z.optional(maintenance),
  /** What players are told; absent for nothing. */
  announcements: z.optional(z.array(announcement)),
  /** The number of open reports. */
  openReports: z.optional(count),
  /** The number of faults that this process still injects; absent for none. */
  faults: z.optional(count),
  /** The number of processes that share the store, if there are several. */
  processes: z.optional(count),
})
export type ControlStatus = z.infer<typeof controlStatus>

export const worldRestored = z.object({
  success: z.literal(true),
  /** How many accounts of the world were deleted since it was saved. They stay deleted. */
  deletedAccounts: count,
  /** What players have removed since this server saved it, and is back. */
  broughtBack: z.object({ groups: count, pushTokens: count, blocks: count, devices: count }),
})
export type WorldRestored = z.infer<typeof worldRestored>

/** PNGs in base64, by the SHA-256 by which the entries of the game name them. */
export const gameDrawings = z.object({ drawings: z.record(z.string(), z.string()) })

export const clockState = z.object({ now: instant, mode: z.enum(['system', 'frozen', 'shifted']) })
export type ClockState = z.infer<typeof clockState>

export const clockChange = z
  .strictObject({
    set: z.optional(
      z.iso.datetime({
        offset: true,
        error: 'use a time with an offset, such as 2026-03-07T23:40:00-05:00',
      }),
    ),
    advanceMs: z.optional(z.number().check(z.nonnegative())),
    to: z.optional(z.literal('midnight')),
    freeze: z.optional(z.literal(true)),
    resume: z.optional(z.literal(true)),
  })
  .check(
    z.refine(
      (change) => Object.values(change).filter((value) => value !== undefined).length === 1,
      'A clock change is one of set, advanceMs, to, freeze or resume',
    ),
  )
export type ClockChange = z.infer<typeof clockChange>

export const fault = z.strictObject({
  match: z.strictObject({
    method: z.optional(z.string()),
    path: z.optional(z.string()),
    userId: z.optional(id),
  }),
  nth: z.optional(z.int().check(z.positive())),
  probability: z.optional(z.number().check(z.gte(0), z.lte(1))),
  times: z.optional(z.int().check(z.positive())),
  delayMs: z.optional(z.int().check(z.nonnegative(), z.lte(FAULT.maxDelayMs))),
  status: z.optional(z.int().check(z.gte(200), z.lte(599))),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  rawBody: z.optional(z.string()),
  /** Breaks the connection before the call is processed. */
  drop: z.optional(z.boolean()),
  /** Processes the call, and then breaks the connection instead of sending the response. */
  loseResponse: z.optional(z.boolean()),
  /** How many calls it has matched, and how many it has affected. The server continues from these counts. */
  matched: z.optional(count),
  fired: z.optional(count),
})
export type Fault = z.infer<typeof fault>

/** A whole world as one document. Its fields are checked when it is restored. */
export const world = z.looseObject({ format: z.literal('inkling-world'), version: z.literal(1) })

export const stage = z.strictObject({
  userId: id,
  turnType: z.optional(z.enum(['drawing', 'guess', 'random'])),
  gameStatus: z.optional(z.enum(['waiting', 'active', 'completed'])),
  turnStatus: z.optional(z.enum(['pending', 'playing', 'completed', 'skipped'])),
  inGroup: z.optional(z.boolean()),
  groupSize: z.optional(z.int().check(z.gte(1), z.lte(10))),
  difficulty: z.optional(z.enum(['easy', 'hard'])),
})

/** Without a limit, everything is listed. A page continues after the last id of the page before. */
const page = {
  limit: z.optional(z.pipe(digits, z.int().check(z.gte(1), z.lte(LIST.pageMax)))),
  after: z.optional(id),
}
/** A part of a name, or an id or its beginning. */
const find = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64)))

/** Up to 200 ids, separated by commas. */
const ids = z.optional(z.string().check(z.maxLength(13_000), z.regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,199}$/)))

export const usersQuery = z.object({
  ...page,
  find,
  groupId: z.optional(id),
  ids,
  /** SHA-256 of a device id, to return only the user of that device. */
  deviceHash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
})

export const turnEnd = z.strictObject({
  how: z.enum(['free', 'skip']),
  /** For a skip of a player whose turn has not begun. */
  userId: z.optional(id),
})

export const userRename = z.strictObject({ username: z.nonoptional(profileChange.shape.username) })
export const groupRename = z.strictObject({ name: z.nonoptional(groupSettings.shape.name) })

export const groupsQuery = z.object({ ...page, find, ids })

export const gamesQuery = z.object({
  ...page,
  /** Today if absent. */
  day: z.optional(gameDay),
  /** `playing` is a game whose turn is running, `overdue` one whose turn should have ended. */
  status: z.optional(z.enum(['open', 'completed', 'playing', 'overdue'])),
  groupId: z.optional(id),
  userId: z.optional(id),
})

/** Documents for the console, with the types that the rules define. */
export const documents = z.looseObject({})
export const documentList = z.object({
  items: z.array(documents),
  /** The id after which the next page begins; absent on the last page. */
  next: z.optional(id),
})

/** A user as an admin sees them. */
export const inspectedUser = z.object({
  user: documents,
  group: z.nullable(group),
  /** Null for a user without a group who has not jumped in. */
  today: z.nullable(today),
  /** The latest games, without drawings. */
  history,
})
export type InspectedUser = z.infer<typeof inspectedUser>
