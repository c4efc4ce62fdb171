import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import { counted } from '../../../text/counted.ts'
import { valueAtPath } from '../../language/values/json-path.ts'
import { errorText } from '../step-failure.ts'
import type { Answer } from './exchange.ts'

/** Values of a reply, with dots between. */
const pick = (body: unknown, ...paths: readonly string[]): string =>
  paths
    .map((path) => valueAtPath(body, path))
    .filter((value) => value !== undefined && value !== null)
    .join(' · ')

/** The number of items of a list in a reply. */
function listed(body: unknown, field: string, one: string, many?: string): string {
  const items = valueAtPath(body, `$.${field}`)
  return Array.isArray(items) ? counted(items.length, one, many) : ''
}

const ofGroup = (body: unknown): string =>
  `${pick(body, '$.name', '$.code')} · ${counted(Number(valueAtPath(body, '$.memberCount')), 'member')}`
const ofToday = (body: unknown): string =>
  valueAtPath(body, '$.hasGame') === false
    ? 'no game'
    : `game ${pick(body, '$.status')} · you ${pick(body, '$.yourStatus')}`
const ofResults = ['$.word', '$.finalGuess', '$.similarityScore']

/** What the replies of calls are summed up by: values of theirs, or a sentence. */
const DIGESTS: Readonly<Partial<Record<EndpointName, readonly string[] | ((body: unknown) => string)>>> = {
  signInDevice: ['$.user.username'],
  getProfile: ['$.username', '$.avatar'],
  updateProfile: ['$.username', '$.avatar'],
  createGroup: ofGroup,
  joinGroup: ofGroup,
  getGroup: ofGroup,
  updateGroupSettings: ofGroup,
  kickMember: ofGroup,
  lookupGroup: ['$.name'],
  getToday: ofToday,
  jumpIn: ofToday,
  skipTurn: ofToday,
  startTurn: ['$.type', '$.word'],
  submitTurn: (body) =>
    pick(body, '$.validationError') ||
    (valueAtPath(body, '$.gameCompleted') ? 'accepted · game completed' : 'accepted'),
  submitGuess: ['$.attempt.guess', '$.attempt.similarityScore', '$.attempt.matchCategory'],
  getYesterdayResults: ['$.word'],
  getGame: ofResults,
  getPublicResults: ofResults,
  getHistory: (body) => listed(body, 'entries', 'entry', 'entries'),
  getDailyStats: (body) => `${pick(body, '$.totalPlayers')} players`,
  triggerDailyGames: (body) =>
    `${pick(body, '$.date')} · ${pick(body, '$.gamesCreated')} created, ${pick(body, '$.gamesCompleted')} completed`,
  createMockGame: ['$.date'],
  completeUserGame: (body) => `${pick(body, '$.turnsFilled')} turns filled`,
  regenerateHistory: (body) => `${pick(body, '$.entries')} entries`,
  decide: ['$.action', '$.kind', '$.until'],
  report: (body) => (valueAtPath(body, '$.turnPassed') === true ? 'reported · turn passed on' : 'reported'),
  getAnnouncements: (body) => listed(body, 'announcements', 'announcement'),
  getReports: (body) => listed(body, 'reports', 'report'),
  listReports: (body) => listed(body, 'reports', 'report'),
}

/** A short summary of a reply, for the line of a step. */
export function digest(name: EndpointName, { status, body, error }: Answer): string {
  if (error) return errorText({ ...error, status })
  const how = DIGESTS[name] ?? []
  return typeof how === 'function' ? how(body) : pick(body, ...how)
}
