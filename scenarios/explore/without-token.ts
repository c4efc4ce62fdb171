import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { shapeOf } from '../runner/language/values/object-shape.ts'
import type { CallStep } from './played-step.ts'

/** A call as a request without a token or a key; null for a change that anyone may make. */
export function withoutToken(row: EndpointName, fields: Record<string, unknown>): CallStep | null {
  const { method, path, auth, query } = endpoints[row]
  if (auth === 'none' && method !== 'GET') return null
  const inQuery = Object.keys(shapeOf(query))
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => textIn(fields[name]))
  const search = inQuery.flatMap((name) => (name in fields ? [`${name}=${textIn(fields[name])}`] : []))
  const body = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name)),
  )
  return {
    http: {
      method,
      path: search.length > 0 ? `${filled}?${search.join('&')}` : filled,
      ...(method !== 'GET' && { body: body as never }),
    },
  }
}

/** A value of an address, in which variables are filled in later. */
const textIn = (value: unknown): string =>
  /^\$\{\w+(\.\w+)?\}$/.test(String(value)) ? String(value) : encodeURIComponent(String(value ?? ''))
