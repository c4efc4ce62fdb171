import * as z from 'zod/mini'
import { count, id, instant } from '../../contract/schemas/primitives.ts'
import { type Stored, sha256, text } from './fields.ts'

const membership = z.strictObject({ userId: id, joinedAt: instant })

const keptOut = z.strictObject({
  userId: id,
  /** The devices that the player had, because a new player on one of them is the same person. */
  deviceHashes: z.array(sha256),
  since: instant,
})

export const group = z.strictObject({
  id,
  name: text,
  /** Unique. */
  code: z.string().check(z.regex(/^[A-Z0-9]{6}$/, 'is not a join code')),
  avatar: z.nullable(text),
  hostId: id,
  difficulty: z.enum(['easy', 'hard']),
  createdAt: instant,
  /** In join order. */
  members: z.array(membership),
  /** Players whom the host has removed and does not let back in; absent for none. */
  keptOut: z.exactOptional(z.array(keptOut)),
  /** False if only those who are in a game see its results; absent if anyone with the link does. */
  publicResults: z.exactOptional(z.literal(false)),
  /** Names and avatars of this group that are hidden for all. Others are shown. */
  hiddenTexts: z.exactOptional(z.array(text)),
  /** How many codes the host has made after the first. Part of the seed of the next. */
  codesMade: z.exactOptional(count),
})
export type Group = Stored<typeof group>
