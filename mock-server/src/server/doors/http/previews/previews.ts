import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { Engine } from '../../../../engine/engine.ts'
import { originOf } from '../http-calls.ts'
import { withPreview } from './page-head.ts'
import {
  groupPreview,
  PLAIN,
  quietPreview,
  resultsPreview,
  type Versioned,
  versioned,
} from './page-preview.ts'
import { previewPainter } from './paint-preview.ts'
import { PreviewPictures } from './preview-pictures.ts'

interface PreviewOptions {
  readonly engine: Engine
  readonly log: Logger
  readonly clientDir: string
  readonly publicUrl: string | null
  /** Counts codes of no group, and stops the look-up of an address with too many. */
  readonly limitCodes: RequestHandler
}

const PLAIN_PICTURE = versioned({ kind: 'plain' })

/** What links to the game show in messengers: tags in the served page, and a picture. */
export function previews({ engine, log, clientDir, publicUrl, limitCodes }: PreviewOptions) {
  const pictures = new PreviewPictures(previewPainter(clientDir))

  const ofGroup = (code: string, request: Request, response: Response) =>
    new Promise<Awaited<ReturnType<typeof groupPreview>>>((resolve, reject) => {
      limitCodes(request, response, (problem?: unknown) => {
        if (problem) return reject(problem)
        if (response.locals.mayTryCode === false) return resolve(null)
        groupPreview(engine, code)
          .then((found) => {
            response.locals.isWrongCode = found === null
            return found
          })
          .then(resolve, reject)
      })
    })

  /** The page with the tags of its preview. If these cannot be found, the page is served without them. */
  async function page(html: string, request: Request, response: Response): Promise<string> {
    const [, gameId] = /^\/public\/results\/([^/]+)\/?$/.exec(request.path) ?? []
    const { code, quiet } = request.query
    const ofResults = quiet === undefined ? resultsPreview : quietPreview
    try {
      const found =
        gameId !== undefined
          ? await ofResults(engine, decodeURIComponent(gameId))
          : typeof code === 'string'
            ? await ofGroup(code, request, response)
            : null
      return withPreview(html, found?.page ?? PLAIN, publicUrl ?? originOf(request))
    } catch (err) {
      log.error({ err }, 'a page is served without its link preview')
      return withPreview(html, PLAIN, publicUrl ?? originOf(request))
    }
  }

  async function send(picture: Versioned, request: Request, response: Response): Promise<void> {
    response.set('etag', `"${picture.version}"`).type('jpeg').set('x-robots-tag', 'noindex')
    // Results may become private at any time.
    response.set('cache-control', 'no-cache')
    response.locals.isCheap = request.fresh || pictures.kept(picture) !== undefined
    if (request.fresh) return void response.status(304).end()
    const bytes = await pictures.get(picture)
    if (bytes) return void response.send(bytes)
    // Too many pictures are waiting: a crawler asks again later.
    response.removeHeader('etag')
    response.set('cache-control', 'no-store').set('retry-after', '10').status(503).end()
  }

  const router = Router()
  router.get('/results/:gameId.jpg', async (request, response) => {
    const found = await resultsPreview(engine, request.params.gameId)
    await send(found?.picture ?? PLAIN_PICTURE, request, response)
  })
  router.get('/group/:code.jpg', async (request, response) => {
    const found = await ofGroup(request.params.code, request, response)
    await send(found?.picture ?? PLAIN_PICTURE, request, response)
  })
  router.get('/plain.jpg', (request, response) => send(PLAIN_PICTURE, request, response))
  return { page, pictures: router }
}
