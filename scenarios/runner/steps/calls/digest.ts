import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import { counted } from '../../../text/counted.ts'
import { valueAtPath } from '../../language/values/json-path.ts'
import { errorText } from '../step-failure.ts'
import type { Answer } from './exchange.ts'

/** A short summary of a reply, for the line of a step. */
export function digest(name: EndpointName, { status, body, error }: Answer): string {
  if (error) return errorText({ ...error, status })
  const pick = (...paths: string[]): string =>
    paths
      .map((path) => valueAtPath(body, path))
      .filter((value) => value !== undefined && value !== null)
      .join(' · ')
  switch (name) {
    case 'signInDevice':
      return pick('$.user.username')
    case 'getProfile':
    case 'updateProfile':
      return pick('$.username', '$.avatar')
    case 'createGroup':
    case 'joinGroup':
    case 'getGroup':
    case 'updateGroupSettings':
    case 'kickMember':
      return `${pick('$.name', '$.code')} · ${counted(Number(valueAtPath(body, '$.memberCount')), 'member')}`
    case 'lookupGroup':
      return pick('$.name')
    case 'getToday':
    case 'jumpIn':
    case 'skipTurn':
      return valueAtPath(body, '$.hasGame') === false
        ? 'no game'
        : `game ${pick('$.status')} · you ${pick('$.yourStatus')}`
    case 'startTurn':
      return pick('$.type', '$.word')
    case 'submitTurn':
      return (
        pick('$.validationError') ||
        (valueAtPath(body, '$.gameCompleted') ? 'accepted · game completed' : 'accepted')
      )
    case 'submitGuess':
      return pick('$.attempt.guess', '$.attempt.similarityScore', '$.attempt.matchCategory')
    case 'getYesterdayResults':
      return pick('$.word')
    case 'getGame':
    case 'getPublicResults':
      return pick('$.word', '$.finalGuess', '$.similarityScore')
    case 'getHistory':
      return counted((valueAtPath(body, '$.entries') as unknown[]).length, 'entry', 'entries')
    case 'getDailyStats':
      return `${pick('$.totalPlayers')} players`
    case 'triggerDailyGames':
      return `${pick('$.date')} · ${pick('$.gamesCreated')} created, ${pick('$.gamesCompleted')} completed`
    case 'createMockGame':
      return pick('$.date')
    case 'completeUserGame':
      return `${pick('$.turnsFilled')} turns filled`
    case 'regenerateHistory':
      return `${pick('$.entries')} entries`
    case 'decide':
      return pick('$.action', '$.kind', '$.until')
    case 'report':
      return valueAtPath(body, '$.turnPassed') === true ? 'reported · turn passed on' : 'reported'
    case 'getAnnouncements':
      return listed(body, 'announcements', 'announcement')
    case 'getReports':
    case 'listReports':
      return listed(body, 'reports', 'report')
    default:
      return ''
  }
}

/** The number of items of a list in a reply. */
function listed(body: unknown, field: string, one: string): string {
  const items = valueAtPath(body, `$.${field}`)
  return Array.isArray(items) ? counted(items.length, one) : ''
}
