import { neededKey } from '@inkling/mock-server/contract/table/endpoint'
import { type EndpointName, endpointNames, endpoints } from '@inkling/mock-server/contract/table/endpoints'

/*
 * The names of API calls in scenario files: the endpoint's name in kebab case, without `get`. For example, `createGroup`
 * is create-group and `getToday` is today.
 */

const SPECIAL_NAMES: Partial<Record<EndpointName, string>> = { getYesterdayResults: 'yesterday' }

const nameOf = (name: EndpointName): string =>
  SPECIAL_NAMES[name] ??
  name
    .replace(/^get(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^-/, '')

const callable = endpointNames.filter((name) => endpoints[name].documented && endpoints[name].kind === 'call')
const isAdmins = (name: EndpointName) => neededKey(endpoints[name].auth) !== null
const byName = (names: readonly EndpointName[]): ReadonlyMap<string, EndpointName> =>
  new Map(names.map((name) => [nameOf(name), name]))

/** Calls that bots make. */
export const PLAYER_CALLS = byName(callable.filter((name) => !isAdmins(name)))
/** Calls that need admin rights. */
export const ADMIN_CALLS = byName(callable.filter(isAdmins))

const NAMES: ReadonlyMap<EndpointName, string> = new Map(
  [...PLAYER_CALLS, ...ADMIN_CALLS].map(([name, row]) => [row, name]),
)

/** A call's name in scenario files; undefined for a call that scenarios cannot make. */
export const callName = (row: EndpointName): string | undefined => NAMES.get(row)
