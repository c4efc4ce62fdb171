import type { EndpointName } from '@inkling/mock-server/contract/endpoints'
import type * as z from 'zod'

type Json = z.core.util.JSONType
type Reply = Readonly<Record<string, unknown>>

const ofToday = ['hasGame', 'status', 'yourStatus', 'canStartTurn', 'yourNextTurnType']
const ofGroup = ['name', 'memberCount']

/** Fields with the same value whenever the same steps are run: no ids, times, words and scores. */
const STEADY: Partial<Record<EndpointName, readonly string[]>> = {
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

/** Lists whose length is the same whenever the same steps are run. */
const COUNTED: Partial<Record<EndpointName, string>> = {
  getGame: 'chain',
  getPublicResults: 'chain',
  getYesterdayResults: 'chain',
  getHistory: 'entries',
}

/** Fields that people outside the recording cannot change. */
const WITH_OTHERS: readonly string[] = [
  'hasGame',
  'success',
  'name',
  'finishedOnboarding',
  'pushNotifications',
]

/** What an expectation must leave out. */
export interface Unsure {
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
  { dependsOnOthers, hasPast }: Unsure,
): Record<string, Json> | undefined {
  const body = (typeof reply === 'object' && reply !== null ? reply : {}) as Reply
  if (status >= 400) {
    const code = (body.error as { code?: unknown } | undefined)?.code
    return { status, ...(typeof code === 'string' && { error: code }) }
  }
  const counted = COUNTED[name]
  const list = counted === undefined ? undefined : body[counted]
  if (counted !== undefined && Array.isArray(list)) {
    const isSteady = name === 'getHistory' ? !hasPast : !dependsOnOthers
    return isSteady ? { [counted]: { length: list.length } } : undefined
  }
  if (name === 'addReaction' || name === 'removeReaction') {
    const reactions = body.reactions as { reactionType: string; count: number }[]
    return { reactions: reactions.map(({ reactionType, count }) => ({ reactionType, count })) }
  }
  const steady = (STEADY[name] ?? []).filter(
    (field) => body[field] !== undefined && (!dependsOnOthers || WITH_OTHERS.includes(field)),
  )
  if (steady.length === 0) return undefined
  return Object.fromEntries(steady.map((field) => [field, body[field] as Json]))
}
