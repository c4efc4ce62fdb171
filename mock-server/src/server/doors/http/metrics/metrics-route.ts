import type { Request, RequestHandler } from 'express'
import { endpoints } from '../../../../core/contract/table/endpoints.ts'
import { findRoute } from '../../../../core/contract/table/routes.ts'
import type { Call } from '../../../../engine/calls/call.ts'
import { failure } from '../../../../engine/calls/reply.ts'
import { bearerToken, equalInConstantTime, keyIn } from '../../../../engine/calls/tokens.ts'
import type { Engine } from '../../../../engine/engine.ts'
import { write } from '../http-calls.ts'
import type { HostCheck } from '../known-host.ts'
import { isLoopback } from '../limits/loopback.ts'
import type { Metrics } from './metrics.ts'

/** Requests for pages, assets, avatars and unknown paths. */
const OTHER = 'other'

/** Measures each request from its arrival to the end of its response. Skips the event stream, which stays open. */
export function measured(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    response.once('close', () => {
      const route = routeOf(request)
      if (route === endpoints.watchEvents.path) return
      metrics.observeCall({
        method: request.method,
        route,
        code: response.statusCode,
        seconds: (performance.now() - startedAt) / 1000,
      })
    })
    next()
  }
}

function routeOf({ method, originalUrl }: Request): string {
  const path = originalUrl.split('?')[0] ?? ''
  if (path === endpoints.watchEvents.path) return path
  const route = findRoute(method === 'HEAD' ? 'GET' : method, path)
  return route ? endpoints[route.name].path : OTHER
}

interface MetricsRouteOptions {
  readonly metrics: Metrics
  readonly engine: Engine
  /** As a Bearer token, for Prometheus; null for none. */
  readonly metricsKey: string | null
  readonly checkHost: HostCheck
  readonly limitKeys: RequestHandler
  /** Whether a call from this machine that no proxy has forwarded needs no key. */
  readonly trustLoopback: boolean
}

/** `/metrics`, for callers with its own key or the admin key. */
export function metricsRoute({
  metrics,
  engine,
  metricsKey,
  checkHost,
  limitKeys,
  trustLoopback,
}: MetricsRouteOptions): RequestHandler {
  return (request, response, next) => {
    const answer = (problem?: unknown) => {
      if (problem) return next(problem)
      metrics
        .text()
        .then((text) => response.setHeader('content-type', CONTENT_TYPE).send(text))
        .catch(next)
    }
    const token = bearerToken(request.headers.authorization)
    if (metricsKey !== null && token !== undefined && equalInConstantTime(metricsKey, token)) return answer()
    const refused = checkHost(request)
    if (refused) return write(response, refused)
    if (trustLoopback && isLoopback(request)) return answer()
    limitKeys(request, response, (problem) => {
      const isAllowed = keyIn(request.headers as Call['headers'], engine.settings) === 'admin'
      if (problem || isAllowed) return answer(problem)
      write(response, trustLoopback ? NEEDS_KEY_ELSEWHERE : NEEDS_KEY)
    })
  }
}

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const METRICS_NEED = 'Metrics need the key METRICS_KEY as a Bearer token, or the admin key in X-Admin-Key'

const NEEDS_KEY = failure('FORBIDDEN', METRICS_NEED)

const NEEDS_KEY_ELSEWHERE = failure('FORBIDDEN', `${METRICS_NEED}, or a call from this machine`)
