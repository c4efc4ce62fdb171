import { http, type RequestHandler } from 'msw'
import { endpointNames, endpoints } from '../contract/endpoints.ts'
import { answers, type Engine } from '../engine/engine.ts'
import { answerRequest } from './fetch-door.ts'

const verbs = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete }

/**
 * Handlers for Mock Service Worker, in Node or in a browser: one for each row of the table that the engine answers,
 * and one that answers NOT_FOUND to every other call below `/api` and `/control`, as a server does.
 * @param origin scheme, host and port whose calls are taken.
 */
export function mswHandlers(engine: Engine, origin: string): RequestHandler[] {
  const answer = ({ request }: { request: Request }) => answerRequest(engine, request)
  const rows = endpointNames
    .filter((name) => endpoints[name].kind === 'call' && answers(name))
    .map((name) => {
      const { method, path } = endpoints[name]
      return verbs[method](origin + path.replace(/\{(\w+)\}/g, ':$1'), answer)
    })
  return [...rows, http.all(`${origin}/api/*`, answer), http.all(`${origin}/control/*`, answer)]
}
