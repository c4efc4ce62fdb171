import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { minuteIn } from '../../output/game-time.ts'

/** Whether and until when a player may only read; empty if they may play. */
export function suspensionText(suspension: UserView['suspension'] | null, timeZone: string): string {
  if (!suspension) return ''
  return suspension.until === null ? 'banned' : `suspended until ${minuteIn(suspension.until, timeZone)}`
}
