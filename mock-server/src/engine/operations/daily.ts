import type { ReplyOf } from '../../contract/endpoint.ts'
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts'
import type { Instant } from '../../rules/instant.ts'
import type { DayKeeper } from '../day-keeper.ts'

/** The use case behind a row that takes many transactions: it runs after a first one has let the caller in. */
export type LongOperations = {
  readonly [K in EndpointName]?: (days: DayKeeper, now: Instant) => Promise<ReplyOf<Endpoints[K]>>
}

/** Daily operations (api.md, Admin). */
export const longOperations: LongOperations = {
  triggerDailyGames: (days, now) => days.trigger(now),
}
