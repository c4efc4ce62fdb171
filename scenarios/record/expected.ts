import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import type * as z from 'zod'
import { valueAtPath } from '../runner/language/values/json-path.ts'
import { PATTERN } from '../runner/language/values/pattern.ts'
import { literalText } from '../runner/language/values/variables.ts'

type Json = z.core.util.JSONType
type Reply = Readonly<Record<string, unknown>>

const ofToday = ['hasGame', 'status', 'yourStatus', 'canStartTurn', 'yourNextTurnType']
const ofGroup = ['name', 'memberCount']

/** Fields that have the same value in each replay: no ids, times, words and scores. */
const REPRODUCIBLE: Partial<Record<EndpointName, readonly string[]>> = {
  getToday: ofToday,
  jumpIn: ofToday,
  skipTurn: ofToday,
  startTurn: ['type', 'attemptsRemaining'],
  submitTurn: ['success', 'gameCompleted'],
  submitGuess: ['attemptsRemaining', 'turnComplete'],
  createGroup: ofGroup,
  joinGroup: ofGroup,
  lookupGroup: ofGroup,
  getGroup: ofGroup,
  updateGroupSettings: ofGroup,
  kickMember: ofGroup,
  getProfile: ['finishedOnboarding'],
  updateProfile: ['finishedOnboarding'],
  updateNotificationSettings: ['pushNotifications'],
}

/** Lists that have the same length in each replay. */
const COUNTED: Partial<Record<EndpointName, string>> = {
  getGame: 'chain',
  getPublicResults: 'chain',
  getYesterdayResults: 'chain',
  getHistory: 'entries',
}

/** Fields that people outside the recording cannot influence. */
const INDEPENDENT_OF_OTHERS: readonly string[] = [
  'hasGame',
  'success',
  'name',
  'finishedOnboarding',
  'pushNotifications',
]

/** Why a replay may get another value. */
export interface Uncertainty {
  /** Whether people outside the recording play too. */
  readonly dependsOnOthers: boolean
  /** Whether the player had games before the recording. */
  readonly hasPast: boolean
}

/** The expectations for a replay, derived from a recorded reply. */
export function expectedOf(
  name: EndpointName,
  status: number,
  reply: unknown,
  { dependsOnOthers, hasPast }: Uncertainty,
): Record<string, Json> | undefined {
  const refusal = refusalOf(status, reply)
  if (refusal) return refusal
  const body = (typeof reply === 'object' && reply !== null ? reply : {}) as Reply
  const counted = COUNTED[name]
  const list = counted === undefined ? undefined : body[counted]
  if (counted !== undefined && Array.isArray(list)) {
    const isReproducible = name === 'getHistory' ? !hasPast : !dependsOnOthers
    return isReproducible ? { [counted]: { length: list.length } } : undefined
  }
  if (name === 'addReaction' || name === 'removeReaction') {
    const reactions = body.reactions as { reactionType: string; count: number }[]
    return { reactions: reactions.map(({ reactionType, count }) => ({ reactionType, count })) }
  }
  const fields = (REPRODUCIBLE[name] ?? []).filter(
    (field) => body[field] !== undefined && (!dependsOnOthers || INDEPENDENT_OF_OTHERS.includes(field)),
  )
  if (fields.length === 0) return undefined
  return Object.fromEntries(fields.map((field) => [field, exactly(body[field] as Json)]))
}

/** The expectation of a call that the server refused; null if it did not. */
export function refusalOf(status: number, reply: unknown): Record<string, Json> | null {
  if (status < 400) return null
  const code = valueAtPath(reply, '$.error.code')
  return { 'http-status': status, ...(typeof code === 'string' && { error: code }) }
}

/** A value as an expectation, whatever a text looks like. */
function exactly(value: Json): Json {
  if (typeof value !== 'string') return value
  return PATTERN.test(value) ? { equals: literalText(value) } : literalText(value)
}
