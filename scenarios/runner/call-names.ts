import { type EndpointName, endpointNames, endpoints } from '@inkling/mock-server/contract/endpoints'

/*
 * How a scenario file names the calls of the API: as the table does, with hyphens and without `get`. So
 * `createGroup` is create-group, and `getToday` is today.
 */

const SHORTER: Partial<Record<EndpointName, string>> = { getYesterdayResults: 'yesterday' }

const spoken = (name: EndpointName): string =>
  SHORTER[name] ??
  name
    .replace(/^get(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^-/, '')

const callable = endpointNames.filter((name) => endpoints[name].documented && endpoints[name].kind === 'call')
const isAdmins = (name: EndpointName) => endpoints[name].auth.startsWith('admin')
const byName = (names: readonly EndpointName[]): ReadonlyMap<string, EndpointName> =>
  new Map(names.map((name) => [spoken(name), name]))

/** Calls that a bot makes. */
export const PLAYER_CALLS = byName(callable.filter((name) => !isAdmins(name)))
/** Calls that need admin rights. */
export const ADMIN_CALLS = byName(callable.filter(isAdmins))

/** What a bot does in more than one call, or with a picture of its own. */
export const ACTIONS = ['draw', 'guess', 'play-turn'] as const
export type Action = (typeof ACTIONS)[number]

export const isAction = (name: string): name is Action => (ACTIONS as readonly string[]).includes(name)

const NAMES: ReadonlyMap<EndpointName, string> = new Map(
  [...PLAYER_CALLS, ...ADMIN_CALLS].map(([name, row]) => [row, name]),
)

/** How a scenario names a call; undefined for one that it cannot make. */
export const callName = (row: EndpointName): string | undefined => NAMES.get(row)
