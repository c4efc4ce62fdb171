import { methodAndPath } from '@inkling/mock-server/contract/table/calls'
import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import { callName } from '../../runner/language/call-names.ts'

/** An endpoint that players of a load call. */
export interface LoadCall {
  /** The name in scenario files. */
  readonly name: string
  readonly method: string
  readonly path: string
  /** The index in {@link LOAD_CALLS}. */
  readonly at: number
  /** Error codes that are part of the game, such as a turn that another player took first. */
  readonly refusals: readonly string[]
}

const PLAYED = {
  signInDevice: [],
  updateProfile: [],
  getProfile: [],
  getToday: ['VALIDATION_FAILED'],
  getDailyStats: [],
  getYesterdayResults: ['NOT_FOUND'],
  jumpIn: ['CONFLICT', 'ALREADY_HAS_GROUP_GAME'],
  startTurn: ['CONFLICT', 'NOT_FOUND'],
  pingActivity: [],
  submitGuess: ['CONFLICT', 'NOT_FOUND'],
  submitTurn: ['CONFLICT', 'NOT_FOUND'],
  skipTurn: ['CONFLICT', 'NOT_FOUND'],
  getGame: ['NOT_FOUND'],
  getReactions: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  addReaction: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Partial<Record<EndpointName, readonly string[]>>

type Played = keyof typeof PLAYED

/** All calls that players of a load make, in the order of a day. */
export const LOAD_CALLS: readonly LoadCall[] = (Object.keys(PLAYED) as Played[]).map((row, at) => {
  const [method, path] = methodAndPath(row)
  return { name: callName(row) ?? row, method, path, at, refusals: PLAYED[row] }
})

/** The calls by their row in the table of endpoints. */
export const CALL = Object.fromEntries(
  Object.keys(PLAYED).map((row, at) => [row, LOAD_CALLS[at]]),
) as Readonly<Record<Played, LoadCall>>
