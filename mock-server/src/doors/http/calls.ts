import express, { type RequestHandler } from 'express'
import { BODY } from '../../contract/constants.ts'
import type { SignedIn } from '../../contract/schemas/user.ts'
import { endpoints } from '../../contract/table/endpoints.ts'
import { findRoute } from '../../contract/table/routes.ts'
import type { Reply } from '../../engine/call.ts'
import type { Engine } from '../../engine/engine.ts'
import type { HostCheck } from './known-host.ts'
import type { Limits } from './limits/limits.ts'
import { setDeviceCookie } from './pages/device-cookie.ts'
import { callOf } from './request.ts'
import { UnsentBytes } from './unsent-bytes.ts'
import { write } from './write.ts'

interface CallOptions {
  readonly engine: Engine
  readonly checkHost: HostCheck
  readonly limits: Limits
  readonly publicUrl: string | null
}

/** Dispatches requests to the endpoints of the table. */
export function calls({ engine, checkHost, limits, publicUrl }: CallOptions): RequestHandler {
  const unsent = new UnsentBytes()
  const parsers = new Map<number, RequestHandler>()
  for (const { maxBodyBytes } of Object.values(endpoints)) {
    // Any content type: a body that is not JSON must be refused, not treated as empty.
    parsers.set(maxBodyBytes, express.json({ limit: maxBodyBytes, type: () => true, strict: false }))
  }
  return (request, response, next) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = findRoute(method, request.originalUrl.split('?')[0] ?? '')
    if (!route || !engine.answers(route.name)) return next()
    const isForAdmins = endpoints[route.name].auth.startsWith('admin')
    const refused = isForAdmins ? checkHost(request) : null
    if (refused) return write(response, refused)
    const dispatch = (problem?: unknown) => {
      if (problem) return next(problem)
      engine
        .dispatch({
          ...callOf(route, request, publicUrl),
          mayCreateAccount: response.locals.mayCreateAccount !== false,
        })
        .then((reply) => {
          if (route.name === 'signInDevice') {
            response.locals.isNewAccount = isNewAccount(reply)
            if (reply.status < 400) setDeviceCookie(request, response, publicUrl)
            // The limiter has set it, but the caller has an account.
            if (reply.status !== 429) response.removeHeader('Retry-After')
          }
          // An export of the world may be larger.
          write(response, reply, isForAdmins ? undefined : unsent)
        })
        .catch(next)
    }
    const read = (problem?: unknown) => {
      if (problem) return next(problem)
      const isEmpty = request.headers['content-length'] === undefined && !request.headers['transfer-encoding']
      if (isEmpty) return dispatch()
      const { maxBodyBytes } = endpoints[route.name]
      const parse = () => parsers.get(maxBodyBytes)?.(request, response, dispatch)
      if (maxBodyBytes <= BODY.maxBytes) return parse()
      // A large body is read only for a call that would be allowed.
      return engine
        .refusalOf(callOf(route, request, publicUrl))
        .then((refused) => (refused ? write(response, refused) : parse()))
        .catch(next)
    }
    const limit = isForAdmins ? limits.adminKeys : limits.ofEndpoint[route.name]
    if (limit) limit(request, response, read)
    else read()
  }
}

const isNewAccount = ({ body }: Reply): boolean => (body as Partial<SignedIn> | null)?.isNewUser === true
