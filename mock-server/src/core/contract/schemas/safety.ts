import * as z from 'zod/mini'
import { REPORT } from '../constants.ts'
import { count, id, instant, line } from './primitives.ts'

/** What can be reported: a step of a chain, the name or avatar of a player of the game, or those of a group. */
export const reportKind = z.enum(['drawing', 'guess', 'name', 'avatar', 'group-name', 'group-avatar'])
export type ReportKind = z.infer<typeof reportKind>

export const reportReason = z.enum(['hurtful', 'sexual', 'private', 'other'])
export type ReportReason = z.infer<typeof reportReason>

/** For whom a thing is hidden: the caller who reported it, the caller who blocked its author, or everybody. */
export const hidden = z.enum(['you', 'blocked', 'all'])
export type Hidden = z.infer<typeof hidden>

/** What became of a step that was hidden for everybody: it waits for a moderator, who then removes or keeps it. */
export const review = z.enum(['waiting', 'removed', 'kept'])
export type Review = z.infer<typeof review>

const note = z.optional(
  line('A note', REPORT.noteMaxLength, {
    empty: 'A note cannot be empty',
    tooLong: `A note has at most ${REPORT.noteMaxLength} characters`,
  }),
)

interface Place {
  readonly gameId?: string | undefined
  readonly stepIndex?: number | undefined
  readonly userId?: string | undefined
  readonly groupId?: string | undefined
}

/** Whether a report names its thing with the fields of its kind. */
function fieldsOf(kind: ReportKind, { gameId, stepIndex, userId, groupId }: Place): boolean {
  const isOfGroup = kind === 'group-name' || kind === 'group-avatar'
  const isStep = kind === 'drawing' || kind === 'guess'
  return (
    (gameId === undefined) === isOfGroup &&
    (groupId === undefined) !== isOfGroup &&
    (userId === undefined) === (isOfGroup || isStep) &&
    (stepIndex === undefined || isStep)
  )
}

export const report = z
  .object({
    /** Of a step or player. */
    gameId: z.optional(id),
    kind: reportKind,
    /** Absent for the step that the caller's own turn shows. */
    stepIndex: z.optional(count),
    userId: z.optional(id),
    groupId: z.optional(id),
    reason: reportReason,
    note,
    /** Also give up the turn that shows this drawing, without a mark against the player. */
    passTurn: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ kind, ...place }) => fieldsOf(kind, place),
      'A drawing or guess is reported with gameId and stepIndex, a name or avatar with gameId and userId, those of a group with groupId',
    ),
  )

export const reportReply = z.object({ reportId: id, turnPassed: z.boolean() })

export const ownReports = z.object({
  reports: z.array(
    z.object({
      reportId: id,
      gameId: z.nullable(id),
      kind: reportKind,
      stepIndex: z.nullable(count),
      userId: z.nullable(id),
      groupId: z.nullable(id),
      at: instant,
    }),
  ),
})
export type OwnReports = z.infer<typeof ownReports>

export const block = z.object({ userId: id })
export const blocks = z.object({
  blocks: z.array(
    z.object({ userId: id, username: z.string(), avatar: z.nullable(z.string()), since: instant }),
  ),
})
export type Blocks = z.infer<typeof blocks>
