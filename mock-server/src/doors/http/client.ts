import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { type Request, type RequestHandler, type Response, Router } from 'express'

/** The ending of a file that the build has packed, by the name of its encoding. */
const PACKED = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof PACKED

/** The built client: files that exist, and its page for every other path that a browser navigates to. */
export function clientRoutes(clientDir: string | null): RequestHandler {
  const router = Router()
  if (clientDir === null) {
    return router.get('/', (_, response) => {
      response.type('text').send('The API is here. The client is not built: run `npm run build`.\n')
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

/** Names of built assets hold a hash of their content: they never change. */
const cacheControl = (path: string): string =>
  path.startsWith(`assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** The path of a file below the folder; null for what leads elsewhere. */
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
  /** Of the file that a packed one is made of. */
  readonly type: string
  readonly encoding: Encoding | null
}

/**
 * The files of a folder in memory, read again when they change. A build is small, and sending from memory leaves no
 * file stream open when a connection is lost.
 */
class Files {
  readonly #folder: string
  readonly #known = new Map<string, { changed: number; size: number; file: Promise<StoredFile> }>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** A file, packed as the browser takes it; null when there is none. */
  async choose(path: string, request: Request): Promise<StoredFile | null> {
    for (const encoding of ['br', 'gzip'] as const) {
      if (!request.acceptsEncodings(encoding)) continue
      const packed = await this.#read(path + PACKED[encoding], extname(path), encoding)
      if (packed) return packed
    }
    return this.#read(path, extname(path), null)
  }

  async #read(path: string, type: string, encoding: Encoding | null): Promise<StoredFile | null> {
    const state = await stat(join(this.#folder, path)).catch(() => null)
    if (!state?.isFile()) {
      this.#known.delete(path)
      return null
    }
    const { mtimeMs: changed, size } = state
    const known = this.#known.get(path)
    if (known?.changed === changed && known.size === size) return known.file
    const file = readFile(join(this.#folder, path)).then((bytes) => ({
      bytes,
      etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
      type: type || 'application/octet-stream',
      encoding,
    }))
    this.#known.set(path, { changed, size, file })
    // The next request tries again.
    file.catch(() => this.#known.delete(path))
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
