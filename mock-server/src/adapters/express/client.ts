import { join } from 'node:path'
import { type RequestHandler, Router, static as serveFiles } from 'express'

/** The built client: files that exist, and its page for every other path that a browser navigates to. */
export function clientRoutes(clientDir: string | null): RequestHandler {
  const router = Router()
  if (clientDir === null) {
    return router.get('/', (_, response) => {
      response.type('text').send('The API is here. The client is not built: run `npm run build`.\n')
    })
  }
  // Names of built assets hold a hash of their content: they never change.
  router.use('/assets', serveFiles(join(clientDir, 'assets'), { immutable: true, maxAge: '1y' }))
  router.use(serveFiles(clientDir, { index: false }))
  return router.get('/{*splat}', (_, response) => {
    response.set('cache-control', 'no-cache').sendFile(join(clientDir, 'index.html'))
  })
}
