import { readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { RecentlyUsed } from '../../../../engine/recently-used.ts'
import { withPreloads } from './page-preloads.ts'

/** The content encodings of the compressed files of a build, the best first, with their extensions. */
const COMPRESSED = Object.entries({ br: '.br', gzip: '.gz' })

/** Says that there is no client. */
export const noClient = (): RequestHandler =>
  Router().get('/', (_, response) => {
    response.type('text').send('The API is running. The client is not built: run `npm run build`.\n')
  })

const PAGE = 'index.html'
const PRELOADS = 'preloads.json'

/**
 * The built client: its files, and its page for every other path that is not one of a built asset.
 * @param preview writes the tags of the link preview into the page
 */
export function clientRoutes(
  clientDir: string,
  preview: (html: string, request: Request, response: Response) => Promise<string>,
): RequestHandler {
  const router = Router()
  const read = cachedReader()
  const sendPage = pageSender()
  return router.get('/{*splat}', async (request, response, next) => {
    for (const path of [pathIn(request.path), PAGE]) {
      if (path === null) continue
      // A page that is stored as a script would break the game for as long as it is cached.
      if (path === PAGE && request.path.startsWith('/assets/')) break
      const accepted = COMPRESSED.filter(([name]) => path !== PAGE && request.acceptsEncodings(name))
      const encodings = [...accepted, ['', '']]
      for (const [encoding = '', extension = ''] of encodings) {
        const bytes = await read(join(clientDir, path + extension))
        if (!bytes) continue
        if (encoding) response.set('content-encoding', encoding)
        const isInvitation = typeof request.query.code === 'string'
        if (path === PAGE && (isInvitation || isPrivate(request.path)))
          response.set('x-robots-tag', 'noindex')
        response.set('cache-control', cacheControl(path)).vary('Accept-Encoding')
        if (path === PAGE) {
          const preloads = await read(join(clientDir, PRELOADS))
          const loading = preloads
            ? withPreloads(bytes.toString(), preloads.toString(), request.path, isInvitation)
            : bytes.toString()
          return sendPage(await preview(loading, request, response), request, response)
        }
        return void response.type(extname(path) || 'application/octet-stream').send(bytes)
      }
    }
    next()
  })
}

const packed = {
  // A page is written for each request: the highest quality takes thirty times as long.
  br: (html: string) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip) as (html: string) => Promise<Buffer>,
}

/** In characters of their HTML. */
const MAX_KEPT_PAGES = 8 * 1024 * 1024

/** Sends pages, compressed if the browser accepts that. Those that were sent last are kept. */
function pageSender(): (html: string, request: Request, response: Response) => Promise<void> {
  const kept = new RecentlyUsed<{ html: string; bytes: Buffer }>(MAX_KEPT_PAGES, ({ html }) => html.length)
  return async (html, request, response) => {
    response.type('html')
    const accepted = request.acceptsEncodings(['br', 'gzip', 'identity'])
    const encoding = accepted === 'br' || accepted === 'gzip' ? accepted : null
    const key = `${encoding} ${html}`
    const known = kept.get(key)
    const bytes = known?.bytes ?? (encoding ? await packed[encoding](html) : Buffer.from(html))
    if (!known) kept.set(key, { html, bytes })
    response.locals.isCheap = known !== undefined
    if (encoding) response.set('content-encoding', encoding)
    response.send(bytes)
  }
}

/** Whether search engines must not list a page, as an invitation: players have shared their game only by its link. */
const isPrivate = (path: string): boolean => path.startsWith('/public/')

/** Names of built assets contain a hash of their content, so their content never changes. */
const cacheControl = (path: string): string =>
  path.startsWith(`assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** The path of a file relative to the folder; null if it leads out of the folder. */
function pathIn(path: string): string | null {
  try {
    const parts = decodeURIComponent(path).split('/').filter(Boolean)
    const isInside = parts.every((part) => part !== '..' && part !== '.' && !/[\\\0]/.test(part))
    return isInside && parts.length > 0 ? join(...parts) : null
  } catch {
    return null
  }
}

/**
 * Reads files into memory, and again when they have changed. A build is small, and a response from memory leaves no file
 * open when its connection is lost, as file streams do. Returns null for a path that is not a file.
 */
function cachedReader(): (path: string) => Promise<Buffer | null> {
  const cached = new Map<string, { changed: number; bytes: Buffer }>()
  return async (path) => {
    const state = await stat(path).catch(() => null)
    if (!state?.isFile()) {
      cached.delete(path)
      return null
    }
    const found = cached.get(path)
    if (found?.changed === state.mtimeMs && found.bytes.length === state.size) return found.bytes
    const bytes = await readFile(path)
    cached.set(path, { changed: state.mtimeMs, bytes })
    return bytes
  }
}
