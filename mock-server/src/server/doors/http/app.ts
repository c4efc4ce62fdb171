import { randomUUID } from 'node:crypto'
import compression from 'compression'
import cors from 'cors'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import { VERSION } from '../../../core/contract/constants.ts'
import { endpoints } from '../../../core/contract/table/endpoints.ts'
import { HEADER } from '../../../core/contract/table/headers.ts'
import { openApi } from '../../../core/contract/table/openapi.ts'
import type { Call } from '../../../engine/calls/call.ts'
import { faultReply, malformedJson, notFound, tooLarge, unavailable } from '../../../engine/calls/reply.ts'
import { keyIn } from '../../../engine/calls/tokens.ts'
import type { Engine } from '../../../engine/engine.ts'
import { dataHeaders } from '../data-headers.ts'
import { eventStream } from './event-stream.ts'
import { removePorts } from './forwarded-addresses.ts'
import { httpCalls, write } from './http-calls.ts'
import { hostCheck } from './known-host.ts'
import type { CallCounts } from './limits/call-counts.ts'
import { createLimits } from './limits/limits.ts'
import type { Metrics } from './metrics/metrics.ts'
import { measured, metricsRoute } from './metrics/metrics-route.ts'
import { avatarRoutes } from './pages/avatars.ts'
import { clientRoutes, noClient } from './pages/client.ts'
import { pageHeaders } from './pages/page-headers.ts'
import { previews } from './previews/previews.ts'
import type { ServerEnd } from './server-end.ts'

/** `false`, a number of hops, or addresses and subnets separated by commas. */
export type TrustProxy = false | number | string

export interface AppOptions {
  /** Folder of the built client; null to serve none. */
  clientDir: string | null
  /** Whether the client is not ours: served as it is, without our security headers and link previews. */
  isOwnClient?: boolean
  log: Logger
  /** Whether rate limits apply to calls from this machine too. */
  limitLoopback?: boolean
  /** Whether calls from this machine may read `/metrics` without the admin key. */
  trustLoopback?: boolean
  /** Scheme and host that players use; null if unknown. */
  publicUrl?: string | null
  /** Trusted proxies, in the syntax of Express. */
  trustProxy?: TrustProxy
  /** Call counts shared with other processes. */
  callCounts?: CallCounts | null
  end?: ServerEnd
  /** Key of `/metrics`, as a Bearer token; null for none. */
  metricsKey?: string | null
  /** Served at `/metrics`; without it that path is not found. */
  metrics?: Metrics
}

/** The HTTP door: the endpoints that the engine answers, avatars, and the client. */
export function createApp(
  engine: Engine,
  { clientDir, log, publicUrl = null, trustProxy = false, ...options }: AppOptions,
): Express {
  const { metrics, isOwnClient = false, limitLoopback = false, trustLoopback = true } = options
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', trustProxy)
  app.use((request, _, next) => {
    removePorts(request)
    next()
  })
  if (metrics) app.use(measured(metrics))
  app.use(requestLog(log))
  const data = dataOnly(engine)
  const limits = createLimits({
    limitLoopback,
    shared: options.callCounts ?? null,
    onProblem: (err) => log.warn({ err }, 'a call was counted for a rate limit by this process alone'),
    playerOf: (authorization) => engine.playerIdOf(authorization),
    hasKey: (headers) => keyIn(headers as Call['headers'], engine.settings) !== null,
  })
  const shared = cors({
    exposedHeaders: [
      HEADER.tokenRenewed,
      HEADER.tokenDaysRemaining,
      HEADER.tokenRenewalSuggested,
      HEADER.gameTimeZone,
      HEADER.date,
      HEADER.requestId,
      HEADER.retryAfter,
    ],
  })
  const { settings } = engine
  const checkHost = hostCheck(
    publicUrl,
    ({ headers }) => !settings.everyoneIsAdmin && keyIn(headers as Call['headers'], settings) !== null,
  )
  const answered = httpCalls({ engine, checkHost, limits, publicUrl })
  app.use('/api', data, shared, limits.calls, compression({ threshold: COMPRESSED_BYTES }), answered)
  // No CORS: pages of other origins must not use controls.
  app.use('/control', data, limits.calls, answered)
  app.use(['/healthz', '/readyz', '/metrics'], data)
  app.get('/healthz', (_, response) => {
    response.json({ ok: true })
  })
  app.get('/readyz', readiness(engine, log, options.end))
  if (metrics)
    app.get(
      '/metrics',
      metricsRoute({
        metrics,
        engine,
        metricsKey: options.metricsKey ?? null,
        checkHost,
        limitKeys: limits.adminKeys,
        trustLoopback,
      }),
    )
  app.get('/api/openapi.json', openApiDocument())
  app.get(endpoints.watchEvents.path, limits.adminKeys, eventStream(engine, checkHost, options.end))
  app.use(['/api', '/control', '/healthz', '/readyz', '/metrics'], (_, response) =>
    write(response, notFound()),
  )
  app.use(limits.files)
  if (!isOwnClient) app.use(pageHeaders())
  app.use(['/public/results', '/previews'], limits.publicViews)
  app.use('/avatars', cors(), avatarRoutes())
  if (clientDir === null) app.use(noClient())
  else if (isOwnClient) app.use(clientRoutes(clientDir, async (html) => html))
  else {
    const shown = previews({ engine, log, clientDir, publicUrl, limitCodes: limits.codesOfPages })
    engine.offer('previews')
    app.use('/previews', cors(), shown.pictures)
    app.use(clientRoutes(clientDir, shown.page))
  }
  app.use((_, response) => write(response, notFound()))
  app.use(failures(log))
  return app
}

/** Smaller replies are sent in a few packets in any case. */
const COMPRESSED_BYTES = 4096

/** Ready means that the store answers and the server is not stopping. */
function readiness({ ports: { store } }: Engine, log: Logger, end?: ServerEnd): RequestHandler {
  return async (_, response) => {
    if (end?.isDraining)
      return write(response, unavailable('This server is stopping. Please try another one.'))
    try {
      await store.check?.()
      await store.transaction((tx) => tx.get('users', ''))
      response.json({ ok: true, version: VERSION })
    } catch (err) {
      log.error({ err }, 'the store does not answer')
      write(response, unavailable('The store does not answer. Please try again in a moment.'))
    }
  }
}

/** Built at the first request, which takes a few milliseconds, and then cached. */
function openApiDocument(): RequestHandler {
  let text: string | undefined
  return (_, response) => {
    text ??= JSON.stringify(openApi())
    response.setHeader('cache-control', 'no-cache')
    response.type('json').send(text)
  }
}

/** Headers that keep browsers from interpreting data as a page. */
function dataOnly(engine: Engine): RequestHandler {
  return (_, response, next) => {
    response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    for (const [name, value] of Object.entries(dataHeaders(engine))) response.setHeader(name, value)
    next()
  }
}

/**
 * Gives each request an id, and logs it at level debug. Only the path is logged: headers and queries may contain tokens
 * and keys.
 */
function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const id = randomUUID()
    response.setHeader(HEADER.requestId, id)
    if (!log.isLevelEnabled('debug')) return next()
    const { method, originalUrl } = request
    const startedAt = performance.now()
    response.once('finish', () => {
      const { statusCode } = response
      const [path] = originalUrl.split('?')
      const ms = Math.round(performance.now() - startedAt)
      log.debug({ requestId: id, method, path, statusCode, ms }, 'answered')
    })
    next()
  }
}

const failures =
  (log: Logger): ErrorRequestHandler =>
  (error, _request, response, next) => {
    if (response.headersSent) {
      log.error({ err: error, requestId: response.getHeader(HEADER.requestId) }, 'a response ended early')
      return next(error)
    }
    if (error.type === 'entity.too.large') return write(response, tooLarge())
    // Errors of the body parser have a type.
    if (typeof error.type === 'string') return write(response, malformedJson())
    // The router throws this for a path with an invalid escape.
    if (error instanceof URIError) return write(response, notFound())
    // Errors of decompression have only a status.
    if (error.status === 400) return write(response, malformedJson())
    log.error({ err: error, requestId: response.getHeader(HEADER.requestId) }, 'a call failed')
    write(response, faultReply(error))
  }
