import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'

/** Calls that a recording does not contain. */
export interface LeftOut {
  /** Method and path, such as `GET /api/game/{id}`. */
  readonly call: string
  readonly reason: string
  readonly count: number
}

/** Why a call is left out although a client made it. */
export const REASON = {
  background: 'clients repeat it in the background',
  repeated: 'the response is the same as before',
  control: 'a control of the reference server',
  page: 'not part of the API',
  preflight: 'browsers send it before a call',
  unanswered: 'the server did not answer',
  stranger: 'no player of the recording made it',
  unknownPast:
    'needs groups or games from before the recording: record a reference server, with its key, to keep its world',
} as const

export type Reason = (typeof REASON)[keyof typeof REASON]

/** Counts the calls of a recording that are left out, by call and reason. */
export class LeftOutCalls {
  readonly #counts = new Map<string, LeftOut>()

  add(call: string, reason: Reason): void {
    const key = `${call} ${reason}`
    this.#counts.set(key, { call, reason, count: (this.#counts.get(key)?.count ?? 0) + 1 })
  }

  /** In the order in which they first occurred. */
  get all(): readonly LeftOut[] {
    return [...this.#counts.values()]
  }
}

/** Method and path of a call, with the names of parameters. */
export function nameInSummary(method: string, path: string, name: EndpointName | undefined): string {
  if (name !== undefined) return `${method} ${endpoints[name].path}`
  return isOfApi(path) ? `${method} ${path}` : 'pages and files'
}

const BACKGROUND: readonly EndpointName[] = ['pingActivity', 'getDailyStats']

/** Why calls of this kind are never recorded; null for those that are. */
export function neverRecorded(method: string, path: string, name: EndpointName | undefined): Reason | null {
  if (!isOfApi(path)) return REASON.page
  if (method === 'OPTIONS') return REASON.preflight
  if (name === undefined) return null
  if (!endpoints[name].documented) return REASON.control
  return BACKGROUND.includes(name) ? REASON.background : null
}

const isOfApi = (path: string): boolean => /^\/(api|control)\//.test(path)
