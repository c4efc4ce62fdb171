import type { AdminCall } from '@inkling/mock-server/contract/schemas/operator'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { matchPath } from '@inkling/mock-server/contract/table/path'

type Fields = Readonly<Record<string, unknown>>

/** What calls do, with what they name. All others are described by their row of the API. */
const WORDS: { readonly [K in EndpointName]?: (body: Fields, params: Fields) => string } = {
  decide: ({ action, reportId, userId, gameId, stepIndex, days, note, everything }) => {
    const about = reportId
      ? `report ${reportId}`
      : userId
        ? `player ${userId}`
        : `step ${Number(stepIndex) + 1} of game ${gameId}`
    const long = days === undefined ? '' : ` for ${days} d`
    const all = everything ? ', with all open reports of the player' : ''
    return `${action} ${about}${long}${all}${note === undefined ? '' : `: “${note}”`}`
  },
  announce: ({ text }) => `announce “${text}”`,
  startMaintenance: ({ message }) => `let players read only${message === undefined ? '' : `: “${message}”`}`,
  getMaintenance: () => 'read whether players can only read',
  endMaintenance: () => 'let players play again',
  rotateAdminKey: () => 'replace the admin key',
  endTurn: ({ how, userId }, { id }) =>
    `${how === 'skip' ? 'skip' : 'free'} the turn${userId ? ` of player ${userId}` : ''} in game ${id}`,
  renameUser: ({ username }, { id }) => `rename player ${id} to “${username}”`,
  renameGroup: ({ name }, { id }) => `rename group ${id} to “${name}”`,
  removeGroup: (_, { id }) => `remove group ${id}`,
  removeMember: (_, { id, userId }) => `take player ${userId} out of group ${id}`,
  changeClock: ({ set, advanceMs, to, freeze, resume }) => {
    if (set !== undefined) return `set the clock to ${set}`
    if (advanceMs !== undefined) return `advance the clock by ${Number(advanceMs) / 1000} s`
    if (to !== undefined) return `advance the clock to ${to}`
    return freeze ? 'freeze the clock' : resume ? "return to the system's time" : 'change the clock'
  },
}

/** A call in words, such as 'dismiss report jCaIp1'. */
export function callWords({ method, path, body }: Pick<AdminCall, 'method' | 'path' | 'body'>): string {
  const [pathname = ''] = path.split('?')
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const params = endpoints[name].method === method ? matchPath(endpoints[name].path, pathname) : null
    if (!params) continue
    // A body that is shortened to a text has no fields.
    const isKnown = body === null || typeof body === 'object'
    const words = isKnown ? WORDS[name]?.(Object(body) as Fields, params) : undefined
    if (words !== undefined) return words
    const summary = endpoints[name].summary
    const about = path.slice(endpoints[name].path.split('{', 1)[0]?.length)
    const said = `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`
    const what = [about, body === null || method === 'GET' ? '' : bodyText(body)].filter(Boolean).join(' ')
    return what === '' ? said : `${said}: ${what}`
  }
  return `${method} ${path}${body === null ? '' : ` ${bodyText(body)}`}`
}

const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))
