import { type EndpointName, endpointNames, endpoints } from '@inkling/mock-server/contract/endpoints'
import { matchPath } from '@inkling/mock-server/contract/path'

const shapeOf = (method: string, path: string): string => `${method} ${path.split('/').length}`

/** Table rows by method and number of path parts, each in table order. */
const rows = new Map<string, EndpointName[]>()
for (const name of endpointNames) {
  const shape = shapeOf(endpoints[name].method, endpoints[name].path)
  rows.set(shape, [...(rows.get(shape) ?? []), name])
}

/** The row of the table that a request matches, with its path parameters; null if there is none. */
export function endpointOf(
  method: string,
  pathname: string,
): { name: EndpointName; params: Readonly<Record<string, string>> } | null {
  for (const name of rows.get(shapeOf(method, pathname)) ?? []) {
    const params = matchPath(endpoints[name].path, pathname)
    if (params) return { name, params }
  }
  return null
}
