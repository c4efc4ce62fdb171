import * as z from 'zod/mini'
import { GROUP } from '../constants.ts'
import { cleanGroupCode } from '../group-code.ts'
import { avatar, count, id, instant, line } from './primitives.ts'
import { hidden } from './safety.ts'

export const memberStatus = z.enum(['pending', 'playing', 'completed', 'skipped', 'idle'])

export const member = z.object({
  userId: id,
  username: z.string(),
  avatar: z.nullable(z.string()),
  joinedAt: instant,
  /** Status in today's game; 'idle' if the member is not in it. */
  status: memberStatus,
  isHost: z.boolean(),
  isAdmin: z.boolean(),
  /** For whom the member's name and avatar are hidden. */
  hidden: z.optional(hidden),
})
export type Member = z.infer<typeof member>

/**
 * On how many days in a row every player of the group's game played; today counts once everybody has. An addition to the
 * documented API, which a server may leave out.
 */
export const daysTogether = count

export const group = z.object({
  id,
  groupId: id,
  name: z.string(),
  code: z.string(),
  avatar: z.nullable(z.string()),
  hostId: id,
  memberCount: count,
  members: z.array(member),
  daysTogether: z.optional(daysTogether),
  settings: z.object({
    difficulty: z.enum(['easy', 'hard']),
    /** Whether anyone with the link sees results. An extension: absent means true. */
    publicResults: z.optional(z.boolean()),
  }),
  /** For whom the name and avatar of the group are hidden. */
  hidden: z.optional(hidden),
})
export type GroupView = z.infer<typeof group>

export const groupSummary = z.object({
  id,
  name: z.string(),
  avatar: z.nullable(z.string()),
  memberCount: count,
  /** For whom the name and avatar are hidden. With 'all', the name is 'Group'. */
  hidden: z.optional(hidden),
})
export type GroupSummary = z.infer<typeof groupSummary>

/** The group of a code, for those who are not in it. */
export const invitedGroup = z.extend(groupSummary, {
  /** Avatars of members without their names, the longest-standing first; the hidden ones are left out. An extension. */
  faces: z.optional(z.array(z.string())),
})
export type InvitedGroup = z.infer<typeof invitedGroup>

const nameOf = (max: number, empty: string) =>
  line('Group name', max, { empty, tooLong: `Group name must be ${max} characters or less` })

/** `rules/username/group-name-check.ts` checks names for bad words. */
export const groupCreation = z.object({
  name: nameOf(GROUP.nameMaxAtCreation, 'Please enter a group name'),
  avatar: z.optional(avatar),
})

export const groupSettings = z.object({
  name: z.optional(nameOf(GROUP.nameMaxInSettings, 'Group name cannot be empty')),
  avatar: z.optional(avatar),
  publicResults: z.optional(z.boolean()),
})

const INCOMPLETE_CODE = 'Please enter a complete 6-character code'

export const groupCode = z.pipe(
  z.pipe(z.string(INCOMPLETE_CODE), z.transform(cleanGroupCode)),
  z.string().check(z.length(GROUP.codeLength, INCOMPLETE_CODE)),
)

export const groupJoin = z.object({ code: groupCode })
export const kick = z.object({ userId: id, keepOut: z.optional(z.boolean()) })
export const invite = z.object({ code: z.string(), link: z.string() })
