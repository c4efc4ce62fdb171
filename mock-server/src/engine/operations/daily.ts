import type { ReplyOf } from '../../contract/endpoint.ts'
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts'
import type { Instant } from '../../rules/instant.ts'
import type { DayKeeper } from '../rollover/day-keeper.ts'

/** Operations that take many transactions. They run after a first transaction has authorised the caller. */
export type LongOperations = {
  readonly [K in EndpointName]?: (days: DayKeeper, now: Instant) => Promise<ReplyOf<Endpoints[K]>>
}

/** Daily operations (api.md, Admin). */
export const longOperations: LongOperations = {
  triggerDailyGames: (days, now) => days.trigger(now),
}
