import { type EndpointName, endpointNames, endpoints } from '@inkling/mock-server/contract/endpoints'
import { matchPath } from '@inkling/mock-server/contract/path'

/** The row of the table that a request is of, with its path parameters; null for a path outside of it. */
export function endpointOf(
  method: string,
  pathname: string,
): { name: EndpointName; params: Readonly<Record<string, string>> } | null {
  for (const name of endpointNames) {
    if (endpoints[name].method !== method) continue
    const params = matchPath(endpoints[name].path, pathname)
    if (params) return { name, params }
  }
  return null
}
