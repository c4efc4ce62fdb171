import { ANNOUNCEMENT } from '../../core/contract/constants.ts'
import type { Announcement } from '../../core/contract/schemas/operator.ts'
import { announcementMessage, announcementMessageId } from '../../core/rules/notifications/due-message.ts'
import type { User } from '../../core/rules/players/user.ts'
import { allow, refuse } from '../../core/rules/refusal.ts'
import { type Instant, plus } from '../../core/rules/time/instant.ts'
import { idsOf } from '../../engine/collections.ts'
import type { Context, Operations, OuterOperations, Run } from '../../engine/context.ts'
import { queueMessages, receiversOf } from '../../engine/notifications/receivers.ts'
import type { OperatorState } from './operator-state.ts'

const HOUR_MS = 3_600_000
/** Players per transaction. Calls of players run in between. */
const PAGE = 500

/** What the operator tells all players: a line on their home screen, and a notification. */
export function announcementOperations(operator: OperatorState) {
  const valid = (now: Instant): Announcement[] =>
    operator.current.announcements.filter(({ until }) => until > now)

  const operations = {
    async getAnnouncements({ now }) {
      return allow({ announcements: valid(now), maintenance: operator.current.maintenance })
    },
  } satisfies Operations

  const outerOperations = {
    async announce({ transaction, now }, { body: { text, hours, push } }) {
      if (valid(now).length >= ANNOUNCEMENT.max)
        return refuse('CONFLICT', `There are already ${ANNOUNCEMENT.max} announcements: remove one first`)
      const { announcements } = await operator.change(({ version, announcements: before }) => ({
        announcements: [
          { id: `a${version + 1}`, text, at: now, until: plus(now, hours * HOUR_MS) },
          ...before.filter(({ until }) => until > now),
        ],
      }))
      const [added] = announcements
      if (!added) throw new Error('The announcement was not stored')
      const notified = push ? await notifyAll(transaction, added) : 0
      return allow({ ...added, notified })
    },

    async removeAnnouncement({ transaction, now }, { params }) {
      const removed = valid(now).find(({ id }) => id === params.id)
      if (!removed) return refuse('NOT_FOUND', 'No such announcement')
      await operator.change(({ announcements }) => ({
        announcements: announcements.filter(({ id, until }) => id !== params.id && until > now),
      }))
      await withdraw(transaction, removed)
      return allow({ success: true as const })
    },
  } satisfies OuterOperations
  return { operations, outerOperations, valid }
}

/** Queues the notifications. @returns how many players get one */
const notifyAll = (transaction: Run, announcement: Announcement): Promise<number> =>
  onEachPage(transaction, async (context, users) => {
    const receivers = await receiversOf(context, idsOf(users))
    const messages = [...receivers].flatMap(
      ([userId, { zones }]) => announcementMessage(userId, context.day, announcement, zones) ?? [],
    )
    await queueMessages(context, messages)
    return messages.length
  })

/** Removes the notifications that were not sent yet. */
const withdraw = (transaction: Run, announcement: Announcement): Promise<number> =>
  onEachPage(transaction, async ({ tx }, users) => {
    const ids = users.map(({ id }) => announcementMessageId(id, announcement))
    const queued = (await tx.peek('messages', 'id', ids)).filter(({ attempts }) => attempts === undefined)
    for (const { id } of queued) tx.remove('messages', id)
    return queued.length
  })

/** @returns the sum of what the work on each page returns */
async function onEachPage(
  transaction: Run,
  work: (context: Context, users: readonly User[]) => Promise<number>,
): Promise<number> {
  let sum = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    const page = await transaction(async (context) => {
      const users = await context.tx.peekSearch('users', '', from, PAGE)
      return { done: await work(context, users), last: users.length === PAGE ? users.at(-1)?.id : undefined }
    })
    sum += page.done
    after = page.last
  }
  return sum
}
