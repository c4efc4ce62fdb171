import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { findRoute } from '@inkling/mock-server/contract/table/routes'
import { ADMIN_CALLS, callName, PLAYER_CALLS } from '../runner/language/call-names.ts'
import type { StepOf } from '../runner/language/steps.ts'

/** A call by its name in scenario files. */
export type Call = readonly [name: string, row: EndpointName]
/** Calls that players make at the same moment. */
export interface Race {
  readonly parallel: CallStep[]
  /** Calls that show in which order they were done, if their replies do not. */
  readonly then: readonly CallStep[]
}
/** A call of a bot or an admin, or a request. */
export type CallStep = StepOf<'bot' | 'admin' | 'http'>
/** Listens to the reactions to a game; with `expect`, looks at the next message. */
export type SocketStep = StepOf<'socket'>
/** The steps of an exploration. */
export type PlayedStep = CallStep | StepOf<'clock' | 'fault' | 'server'> | SocketStep | Race

/** Who makes which call in a step, by its name in scenario files; nulls for steps without a call. */
export function callOf(step: PlayedStep): { readonly who: string | null; readonly call: string | null } {
  if ('bot' in step) return { who: String(step.bot), call: step.do }
  if ('admin' in step) return { who: null, call: step.admin }
  const row = 'http' in step ? rowOf(step) : undefined
  return { who: null, call: row === undefined ? null : (callName(row) ?? null) }
}

/** The row of the table that a step calls; undefined for several at once, and for steps without a call. */
export function rowOf(step: PlayedStep): EndpointName | undefined {
  if ('socket' in step) return 'watchReactions'
  if ('http' in step) return findRoute(step.http.method, step.http.path.replace(/\?.*/, ''))?.name
  const call = 'bot' in step ? step.do : 'admin' in step ? step.admin : null
  return call === null ? undefined : rowNamed(call)
}

/** The row of the table for a call's name in scenario files. */
export const rowNamed = (call: string) => (PLAYER_CALLS.get(call) ?? ADMIN_CALLS.get(call)) as EndpointName

/** The input of the call of a step; empty for steps without one. */
export const inputOf = (step: PlayedStep): NonNullable<CallStep['with']> =>
  ('with' in step ? step.with : undefined) ?? {}

/** The steps of a race and what is seen after it, or the step itself. */
export const stepsIn = (step: PlayedStep): readonly PlayedStep[] =>
  'parallel' in step ? [...step.parallel, ...step.then] : [step]

/** The first two parts of the path of a call, such as `/api/groups`. */
export const beginningOf = (row: EndpointName): string => endpoints[row].path.split('/').slice(0, 3).join('/')

/** Whether a step changes nothing. */
export function isRead(step: PlayedStep): boolean {
  if ('socket' in step) return step.expect !== undefined
  const row = rowOf(step)
  return row !== undefined && endpoints[row].method === 'GET'
}
