import cors from 'cors'
import express, { type ErrorRequestHandler, type Express } from 'express'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import { endpointNames, endpoints } from '../../contract/endpoints.ts'
import { HEADER } from '../../contract/headers.ts'
import { openApi } from '../../contract/openapi.ts'
import type { Engine } from '../../engine/engine.ts'
import { fault, malformedJson, notFound, tooLarge } from '../../engine/reply.ts'
import { avatarRoutes } from './avatars.ts'
import { clientRoutes } from './client.ts'
import { eventStream } from './event-stream.ts'
import { limits } from './limits.ts'
import { callOf } from './request.ts'
import { write } from './write.ts'

export interface AppOptions {
  /** Folder of the built client; null when there is none to serve. */
  clientDir: string | null
  log: Logger
  /** Whether calls from this machine are limited too. */
  limitLoopback?: boolean
}

/** The HTTP door: a route for each row of the table that the engine answers, avatars, and the client. */
export function createApp(engine: Engine, { clientDir, log, limitLoopback = false }: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(requestLog(log))
  app.use(security())
  app.use(
    cors({ exposedHeaders: [HEADER.tokenRenewed, HEADER.tokenDaysRemaining, HEADER.tokenRenewalSuggested] }),
  )
  app.get('/healthz', (_, response) => {
    response.json({ ok: true })
  })
  app.use(['/api', '/control'], limits(limitLoopback))
  app.get('/api/openapi.json', (_, response) => {
    response.json(openApi())
  })
  app.get(endpoints.watchEvents.path, eventStream(engine))
  for (const name of endpointNames.filter((row) => engine.answers(row))) {
    const { method, path, kind, maxBodyBytes } = endpoints[name]
    if (kind !== 'call') continue
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
    // Any content type: a body that is no JSON is told so, rather than taken for an empty one.
    const body = express.json({ limit: maxBodyBytes, type: () => true, strict: false })
    app[verb](path.replace(/\{(\w+)\}/g, ':$1'), body, async (request, response) => {
      write(response, await engine.dispatch(callOf(name, request)))
    })
  }
  app.use(['/api', '/control', '/healthz'], (_, response) => write(response, notFound()))
  app.use('/avatars', avatarRoutes())
  app.use(clientRoutes(clientDir))
  app.use(failures(log))
  return app
}

/** A line for each request; tokens and keys stay out of it, in headers as in the query. */
function requestLog(log: Logger) {
  return pinoHttp({
    logger: log,
    genReqId: (_, response) => {
      const id = crypto.randomUUID()
      response.setHeader(HEADER.requestId, id)
      return id
    },
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        id,
        method,
        path: url.split('?')[0],
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
    customLogLevel: (_, response) => (response.statusCode >= 500 ? 'error' : 'debug'),
  })
}

/** The client needs no script, style sheet or font from elsewhere; avatars may come from any host. */
function security() {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
        // Dialogs put a style element in the page to lock its scrolling.
        styleSrc: ["'self'", "'unsafe-inline'"],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    // The server speaks plain HTTP; whoever puts TLS in front of it adds this there.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
}

const failures =
  (log: Logger): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.headersSent) return next(error)
    if (error.type === 'entity.too.large') return write(response, tooLarge())
    // The body parser names its refusals by a type; the router throws this for a path with a broken escape.
    if (typeof error.type === 'string') return write(response, malformedJson())
    if (error instanceof URIError) return write(response, notFound())
    log.error({ err: error, requestId: request.id }, 'a call failed')
    write(response, fault())
  }
