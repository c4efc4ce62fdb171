import type { DailyGames } from '@inkling/mock-server/contract/schemas/admin'
import { connect } from '../connect.ts'
import type { Settings } from '../settings.ts'

/** Closes earlier games and creates today's on the target. */
export const triggerDaily = (settings: Settings): Promise<DailyGames> => connect(settings).triggerDailyGames()
