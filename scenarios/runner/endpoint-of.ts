import { type EndpointName, endpointNames, endpoints } from '@inkling/mock-server/contract/endpoints'
import { matchPath } from '@inkling/mock-server/contract/path'

const shapeOf = (method: string, path: string): string => `${method} ${path.split('/').length}`

/** Rows by method and by how many parts their paths have, each in the order of the table. */
const rows = new Map<string, EndpointName[]>()
for (const name of endpointNames) {
  const shape = shapeOf(endpoints[name].method, endpoints[name].path)
  rows.set(shape, [...(rows.get(shape) ?? []), name])
}

/** The row of the table that a request is of, with its path parameters; null for a path outside of it. */
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
