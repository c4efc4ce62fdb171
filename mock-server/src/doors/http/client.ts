import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { type Request, type RequestHandler, type Response, Router } from 'express'

/** Extensions of the compressed files of a build, by content encoding. */
const COMPRESSED = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof COMPRESSED

/** The built client: its files, and its page for every other path. */
export function clientRoutes(clientDir: string | null): RequestHandler {
  const router = Router()
  if (clientDir === null) {
    return router.get('/', (_, response) => {
      response.type('text').send('The API is running. The client is not built: run `npm run build`.\n')
    })
  }
  const files = new Files(clientDir)
  return router.get('/{*splat}', async (request, response, next) => {
    const path = pathIn(request.path)
    const file = path === null ? null : await files.choose(path, request)
    if (path !== null && file) return send(request, response, file, cacheControl(path))
    const page = await files.choose('index.html', request)
    if (page) send(request, response, page, 'no-cache')
    else next()
  })
}

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

interface StoredFile {
  readonly bytes: Buffer
  readonly etag: string
  /** Of the uncompressed file: its extension, or a content type. */
  readonly type: string
  readonly encoding: Encoding | null
}

/**
 * Caches the files of a folder, and reads them again when they change. A build is small, and a response from memory
 * leaves no file stream open when a connection is lost.
 */
class Files {
  readonly #folder: string
  readonly #cached = new Map<string, { changed: number; size: number; file: Promise<StoredFile> }>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** A file in the best encoding that the client accepts; null if it does not exist. */
  async choose(path: string, request: Request): Promise<StoredFile | null> {
    for (const encoding of ['br', 'gzip'] as const) {
      if (!request.acceptsEncodings(encoding)) continue
      const compressed = await this.#read(path + COMPRESSED[encoding], extname(path), encoding)
      if (compressed) return compressed
    }
    return this.#read(path, extname(path), null)
  }

  async #read(path: string, type: string, encoding: Encoding | null): Promise<StoredFile | null> {
    const state = await stat(join(this.#folder, path)).catch(() => null)
    if (!state?.isFile()) {
      this.#cached.delete(path)
      return null
    }
    const { mtimeMs: changed, size } = state
    const cached = this.#cached.get(path)
    if (cached?.changed === changed && cached.size === size) return cached.file
    const file = readFile(join(this.#folder, path)).then((bytes) => ({
      bytes,
      etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
      type: type || 'application/octet-stream',
      encoding,
    }))
    this.#cached.set(path, { changed, size, file })
    // The next request tries again.
    file.catch(() => this.#cached.delete(path))
    return file
  }
}

function send(request: Request, response: Response, file: StoredFile, cacheControl: string): void {
  response.vary('Accept-Encoding')
  response.set({ 'cache-control': cacheControl, etag: file.etag })
  response.type(file.type)
  if (file.encoding) response.set('content-encoding', file.encoding)
  if (request.fresh) response.status(304).end()
  else response.end(file.bytes)
}
