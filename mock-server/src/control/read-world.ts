import * as z from 'zod/mini'
import { MATCH_CATEGORIES } from '../contract/match-categories.ts'
import { playerStatus, turnType } from '../contract/schemas/game.ts'
import { action, reportState } from '../contract/schemas/moderation.ts'
import { token } from '../contract/schemas/notifications.ts'
import { count, gameDay, id, instant, printable, score } from '../contract/schemas/primitives.ts'
import { reactionType } from '../contract/schemas/reactions.ts'
import { reportKind, reportReason } from '../contract/schemas/safety.ts'
import type { World } from '../engine/world.ts'
import type { Codecs } from '../picture/codecs.ts'
import { PUSH_KINDS } from '../rules/notifications/due-message.ts'
import { allow, type Decision, refuse } from '../rules/refusal.ts'
import { wrongReference } from './world-references.ts'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex'))
/** As in the API. PostgreSQL cannot store some other texts. */
const text = z.string().check(printable)
const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'is not base64'))

const pushKind = z.enum(PUSH_KINDS)

const user = z.strictObject({
  id,
  deviceHash: sha256,
  username: text,
  avatar: z.nullable(text),
  groupId: z.nullable(id),
  finishedOnboarding: z.boolean(),
  pushNotifications: z.boolean(),
  pushKindsOff: z.optional(z.array(pushKind)),
  createdAt: instant,
  groupsFounded: count,
  reportsMade: z.optional(count),
  blocksMade: z.optional(count),
  hiddenTexts: z.optional(z.array(text)),
  suspension: z.optional(z.strictObject({ until: z.nullable(instant), reason: z.nullable(text) })),
  warning: z.optional(
    z.strictObject({
      at: instant,
      thingId: z.nullable(text),
      kind: z.nullable(reportKind),
      text: z.nullable(text),
      reasons: z.array(reportReason),
      note: z.nullable(text),
    }),
  ),
  deviceAddedAt: z.optional(instant),
  seenAt: z.optional(instant),
  activeOn: z.optional(gameDay),
  signedOut: z.optional(z.array(id)),
  deletedAt: z.optional(instant),
})

const group = z.strictObject({
  id,
  name: text,
  code: z.string().check(z.regex(/^[A-Z0-9]{6}$/, 'is not a join code')),
  avatar: z.nullable(text),
  hostId: id,
  difficulty: z.enum(['easy', 'hard']),
  createdAt: instant,
  members: z.array(z.strictObject({ userId: id, joinedAt: instant })),
  keptOut: z.optional(z.array(z.strictObject({ userId: id, deviceHashes: z.array(sha256), since: instant }))),
  publicResults: z.optional(z.literal(false)),
  codesMade: z.optional(count),
})

const attempt = z.strictObject({ guess: text, score, category: z.enum(MATCH_CATEGORIES), at: instant })

const entryBase = {
  turnId: id,
  userId: id,
  timeSpent: z.number().check(z.nonnegative()),
  at: instant,
  completedGame: z.boolean(),
  hiddenAt: z.optional(instant),
  shows: z.optional(z.int().check(z.gte(-1))),
}
const entry = z.discriminatedUnion('type', [
  z.strictObject({
    ...entryBase,
    type: z.literal('drawing'),
    drawing: sha256,
    sent: sha256,
    strokeCount: count,
    strokes: z.nullable(sha256),
  }),
  z.strictObject({ ...entryBase, type: z.literal('guess'), guess: text, attempts: z.array(attempt) }),
])

const game = z.strictObject({
  id,
  kind: z.enum(['group', 'public']),
  groupId: z.nullable(id),
  publicResults: z.optional(z.literal(true)),
  day: gameDay,
  word: text,
  createdAt: instant,
  completedAt: z.nullable(instant),
  players: z.array(
    z.strictObject({
      userId: id,
      joinedAt: instant,
      status: playerStatus,
      playedAt: z.nullable(instant),
      excused: z.optional(z.literal(true)),
    }),
  ),
  turn: z.nullable(
    z.strictObject({
      id,
      userId: id,
      type: turnType,
      startedAt: instant,
      expiresAt: instant,
      attempts: z.array(attempt),
      shows: z.optional(z.int().check(z.gte(-1))),
    }),
  ),
  turnsStarted: count,
  entries: z.array(entry),
})

const reactions = z.strictObject({
  gameId: id,
  reactions: z.array(z.strictObject({ stepIndex: count, userId: id, reactionType, at: instant })),
})

const pushToken = z.strictObject({
  token,
  platform: z.enum(['ios', 'android', 'web']),
  userId: id,
  deviceId: z.nullable(text),
  createdAt: instant,
  timeZone: z.optional(text),
})

const message = z.strictObject({
  id: text,
  kind: z.enum([...PUSH_KINDS, 'notice']),
  userId: id,
  gameId: z.nullable(id),
  day: gameDay,
  dueAt: instant,
  expiresAt: instant,
  from: z.optional(id),
  text: z.optional(z.strictObject({ title: text, body: text })),
  attempts: z.optional(count),
  tokens: z.optional(z.array(text)),
  sentOn: z.optional(gameDay),
  isDone: z.optional(z.literal(true)),
})

const report = z.strictObject({
  id,
  thingId: id,
  by: z.nullable(id),
  gameId: id,
  stepIndex: z.nullable(count),
  authorId: id,
  kind: reportKind,
  reason: reportReason,
  note: z.nullable(text),
  at: instant,
  day: gameDay,
})

const reportedThing = z.strictObject({
  id,
  kind: reportKind,
  gameId: id,
  stepIndex: z.nullable(count),
  authorId: id,
  groupId: z.nullable(id),
  text: z.nullable(text),
  state: reportState,
  isHidden: z.boolean(),
  isCleared: z.boolean(),
  firstAt: instant,
  lastAt: instant,
  count,
  reasons: z.array(reportReason),
  reportId: z.nullable(id),
  latestReports: z.array(id),
})

const decision = z.strictObject({
  id,
  at: instant,
  action,
  reportId: z.nullable(id),
  gameId: z.nullable(id),
  stepIndex: z.nullable(count),
  kind: z.nullable(reportKind),
  userId: z.nullable(id),
  until: z.nullable(instant),
  note: z.nullable(text),
  things: count,
})

/** The compiler asks for a schema of each collection. */
const fields = {
  format: z.literal('inkling-world'),
  version: z.literal(1),
  seed: text,
  /** Written by earlier versions and ignored: the games show whether a roll-over is due. */
  rolledOverTo: z.optional(gameDay),
  users: z.array(user),
  groups: z.array(group),
  games: z.array(game),
  reactions: z.array(reactions),
  pushTokens: z.array(pushToken),
  outbox: z.optional(z.array(z.strictObject({ gameId: id, dueAt: instant }))),
  messages: z.optional(z.array(message)),
  reports: z.optional(z.array(report)),
  reportedThings: z.optional(z.array(reportedThing)),
  blocks: z.optional(z.array(z.strictObject({ id, by: id, userId: id, since: instant }))),
  decisions: z.optional(z.array(decision)),
  devices: z.optional(
    z.array(z.strictObject({ id: sha256, userId: id, addedAt: instant, lastSeenAt: instant })),
  ),
  moveCodes: z.optional(
    z.array(z.strictObject({ id, code: z.string().check(z.regex(/^[A-Z0-9]{8}$/)), expiresAt: instant })),
  ),
  blobs: z.record(sha256, base64),
} satisfies Readonly<Record<keyof World | 'rolledOverTo', z.ZodMiniType>>

const world = z.strictObject(fields)

/**
 * Checks a world document from any source. An invalid one is refused entirely, with the path of its first wrong field.
 */
export function readWorld(document: unknown, codecs: Codecs): Decision<World> {
  const parsed = world.safeParse(document)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return noWorld(issue?.path.join('.') || 'the document', issue?.message ?? 'is damaged')
  }
  // The schema types optional fields as possibly undefined, but in JSON they are either present or absent.
  const read = parsed.data as World
  const wrong = wrongReference(read, codecs)
  return wrong ? noWorld(wrong.path, wrong.problem) : allow(read)
}

const noWorld = (place: string, problem: string) =>
  refuse('VALIDATION_FAILED', `This world cannot be restored: ${place}: ${problem}`)
