import { allow } from '../core/rules/refusal.ts'
import type { Operations } from './context.ts'
import { accountOperations } from './operations/account.ts'
import { adminOperations } from './operations/admin.ts'
import { deviceOperations } from './operations/devices.ts'
import { groupOperations } from './operations/groups.ts'
import { historyOperations } from './operations/history.ts'
import { moderationOperations } from './operations/moderation.ts'
import { notificationOperations } from './operations/notifications.ts'
import { nudgeOperations } from './operations/nudges.ts'
import { profileOperations } from './operations/profile.ts'
import { reactionOperations } from './operations/reactions.ts'
import { reportOperations } from './operations/reports.ts'
import { resultsOperations } from './operations/results.ts'
import { safetyOperations } from './operations/safety.ts'
import { sessionOperations } from './operations/session.ts'
import { todayOperations } from './operations/today.ts'
import { turnOperations } from './operations/turns.ts'

/** The operations of players and admins by their row of the table. A server with controls adds those. */
export const operations: Operations = {
  ...sessionOperations,
  ...profileOperations,
  ...historyOperations,
  ...groupOperations,
  ...todayOperations,
  ...turnOperations,
  ...resultsOperations,
  ...reactionOperations,
  ...notificationOperations,
  ...nudgeOperations,
  ...adminOperations,
  ...moderationOperations,
  ...accountOperations,
  ...deviceOperations,
  ...reportOperations,
  ...safetyOperations,

  /** What this server offers beyond the documented API. */
  async getExtensions({ extensions, settings }) {
    return allow({
      extensions: [...extensions],
      contact: settings.contact ?? null,
      vapidKey: settings.vapidKey ?? null,
    })
  },
}
