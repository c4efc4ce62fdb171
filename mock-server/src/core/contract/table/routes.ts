import { type EndpointName, endpointNames, endpoints } from './endpoints.ts'
import { matchPath } from './path.ts'

export interface Route {
  readonly name: EndpointName
  readonly params: Record<string, string>
}

const calls = endpointNames.filter((name) => ['call', 'lines'].includes(endpoints[name].kind))
const isFixed = (name: EndpointName) => !endpoints[name].path.includes('{')
/** Rows without path parameters, by method and path. */
const fixed = new Map(
  calls.filter(isFixed).map((name) => [`${endpoints[name].method} ${endpoints[name].path}`, name]),
)
const fixedPaths: ReadonlySet<string> = new Set(calls.filter(isFixed).map((name) => endpoints[name].path))
const parameterised = calls.filter((name) => !isFixed(name))

/** The row of the table that matches a request; null if there is none. */
export function findRoute(method: string, path: string): Route | null {
  const name = fixed.get(`${method} ${path}`)
  if (name) return { name, params: {} }
  // Without this, `GET /api/game/start-turn` would ask for the game `start-turn`.
  if (fixedPaths.has(path)) return null
  for (const name of parameterised) {
    const endpoint = endpoints[name]
    if (endpoint.method !== method) continue
    const params = matchPath(endpoint.path, path)
    if (params) return { name, params }
  }
  return null
}
