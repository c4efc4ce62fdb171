import { existsSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type RequestHandler, type Response, Router, static as serveFiles } from 'express'

/** The ending of a file that the build has packed, by the name of its encoding; the smallest first. */
const PACKED = { br: '.br', gzip: '.gz' } as const

/** The built client: files that exist, and its page for every other path that a browser navigates to. */
export function clientRoutes(clientDir: string | null): RequestHandler {
  const router = Router()
  if (clientDir === null) {
    return router.get('/', (_, response) => {
      response.type('text').send('The API is here. The client is not built: run `npm run build`.\n')
    })
  }
  // Names of built assets hold a hash of their content: they never change.
  const assets = join(clientDir, 'assets')
  router.use(
    '/assets',
    preferPacked(assets),
    serveFiles(assets, { acceptRanges: false, immutable: true, maxAge: '1y', setHeaders: tellEncoding }),
  )
  router.use(serveFiles(clientDir, { acceptRanges: false, index: false }))
  return router.get('/{*splat}', (_, response) => {
    response.set('cache-control', 'no-cache').sendFile(join(clientDir, 'index.html'), { acceptRanges: false })
  })
}

/** Asks for the packed neighbour of a file in its place, when there is one and the browser takes it. */
function preferPacked(folder: string): RequestHandler {
  const files = new Set(existsSync(folder) ? readdirSync(folder) : [])
  return (request, response, next) => {
    response.vary('Accept-Encoding')
    for (const [encoding, ending] of Object.entries(PACKED)) {
      const packed = request.path + ending
      if (!files.has(packed.slice(1)) || !request.acceptsEncodings(encoding)) continue
      request.url = packed
      break
    }
    next()
  }
}

/** A packed file is of the type that it is packed from. */
function tellEncoding(response: Response, path: string): void {
  for (const [encoding, ending] of Object.entries(PACKED)) {
    if (!path.endsWith(ending)) continue
    response.set('content-encoding', encoding).type(extname(path.slice(0, -ending.length)))
  }
}
