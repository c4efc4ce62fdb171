import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../../main.ts'

let folder: string
let server: RunningServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-client-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html><head><title>Inkling</title></head></html>',
  )
  await writeFile(
    join(folder, 'preloads.json'),
    '{"publicResults":["assets/results.js","assets/results.css"],"onboarding":["assets/onboarding.js"]}',
  )
  await writeFile(join(folder, 'assets/app-123.js'), 'export {}')
  await writeFile(join(folder, 'assets/app-123.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(folder, 'assets/app-123.js.gz'), gzipSync('export {}'))
  await writeFile(join(folder, 'assets/app-123.css'), ':root {}')
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  server = await startServer({ port: 0, data: null, clientDir: folder })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

function linkOf(fd: string): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    // Closed meanwhile.
    return null
  }
}

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, { headers })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

test.each(['/', '/game/draw', '/public/results/anything', '/no/such/page'])(
  '%s serves the page',
  async (path) => {
    const { status, text, headers } = await get(path)
    expect([status, text]).toEqual([200, expect.stringContaining('<title>Inkling</title>')])
    expect(headers.get('cache-control')).toBe('no-cache')
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of [
      "default-src 'self'",
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "style-src 'self'",
      "style-src-attr 'none'",
    ]) {
      expect(policy.split(';')).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe|style-src-elem/)
    expect(headers.get('permissions-policy')).toContain('camera=()')
  },
)

test('assets are served as immutable, and other files are served too', async () => {
  expect((await get('/assets/app-123.js')).headers.get('cache-control')).toContain('immutable')
  const gone = await get('/assets/gone.js')
  expect([gone.status, gone.headers.get('content-type')]).toEqual([404, 'application/json'])
  expect((await get('/icon.svg')).text).toBe('<svg/>')
})

test('conditional requests for files are honoured or ignored, and never fail', async () => {
  expect((await get('/', { range: 'bytes=99999-' })).status).toBe(200)
  expect((await get('/assets/app-123.css', { range: 'bytes=99999-' })).text).toBe(':root {}')
  expect((await get('/', { 'if-match': '"another"' })).status).toBe(200)
  const { headers } = await get('/')
  const known = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
  expect((await get('/', known)).status).toBe(304)
})

test('a new build is served without a restart', async () => {
  const changing = join(folder, 'manifest.webmanifest')
  await writeFile(changing, '{"build":1}')
  expect((await get('/manifest.webmanifest')).text).toBe('{"build":1}')
  await writeFile(changing, '{"build":"second"}')
  expect((await get('/manifest.webmanifest')).text).toBe('{"build":"second"}')
  await rm(changing)
  expect((await get('/manifest.webmanifest')).text).toContain('<!doctype html>')
})

test.runIf(existsSync('/proc/self/fd'))(
  'requests on a connection that never reads its responses leave no file open',
  async () => {
    const large = join(folder, 'assets/large-123.js')
    await writeFile(large, 'x'.repeat(4 * 1024 * 1024))
    const opened = () =>
      readdirSync('/proc/self/fd').filter((fd) => linkOf(fd)?.endsWith('large-123.js')).length
    const connection = connect(Number(new URL(server.url).port), '127.0.0.1')
    connection.pause()
    const closed = once(connection, 'close')
    connection.write('GET /assets/large-123.js HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100))
    // More unanswered requests than allowed: the server closes the connection.
    connection.resume()
    await closed
    await expect.poll(opened).toBe(0)
  },
)

test.each([
  '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
  '/assets/..%5c..%5cpackage.json',
  '/%00',
  '/assets/%00.js',
])('no path leads out of the folder: %s', async (path) => {
  const { status, text } = await get(path)
  if (path.startsWith('/assets/')) expect(status).toBe(404)
  else expect(text).toContain('<title>Inkling</title>')
})

test('another method gets 404 in JSON', async () => {
  const refused = await fetch(`${server.url}/game/draw`, { method: 'POST' })
  expect([refused.status, (await refused.json()).error.code]).toEqual([404, 'NOT_FOUND'])
})

test('an asset is sent compressed to clients that accept it, with its content type', async () => {
  const take = async (encoding: string, path = '/assets/app-123.js') => {
    const { headers, text } = await get(path, { 'accept-encoding': encoding })
    return [headers.get('content-encoding'), headers.get('content-type'), headers.get('vary'), text]
  }
  const type = 'text/javascript; charset=utf-8'
  expect(await take('gzip, deflate, br')).toEqual(['br', type, 'Accept-Encoding', 'export {}'])
  expect(await take('gzip, deflate')).toEqual(['gzip', type, 'Accept-Encoding', 'export {}'])
  expect(await take('identity')).toEqual([null, type, 'Accept-Encoding', 'export {}'])
  expect((await take('br', '/assets/app-123.css'))[0]).toBeNull()
  expect((await take('br', '/group')).slice(0, 2)).toEqual(['br', 'text/html; charset=utf-8'])
})

test('an unknown path below the API does not serve the page', async () => {
  for (const path of ['/api/nothing', '/control/nothing', '/healthz/nothing', '/avatars/nothing.svg']) {
    const { status, text } = await get(path)
    expect([status, JSON.parse(text).error.code]).toEqual([404, 'NOT_FOUND'])
  }
})

test('avatars are generated here, and are the same for the same seed', async () => {
  const one = await get('/avatars/adventurer.svg?seed=ann&size=80&radius=50&backgroundColor=ffee00')
  expect(one.headers.get('content-type')).toContain('image/svg+xml')
  expect(one.text).toContain('width="80"')
  expect((await get('/avatars/adventurer.svg?seed=ann&size=80&radius=50&backgroundColor=ffee00')).text).toBe(
    one.text,
  )
  expect(
    (await get('/avatars/adventurer.svg?seed=ben&size=80&radius=50&backgroundColor=ffee00')).text,
  ).not.toBe(one.text)
  for (const style of ['adventurer', 'bottts', 'rings']) {
    const plain = (await get(`/avatars/${style}.svg?seed=ann`)).text
    for (const option of ['size=64', 'backgroundColor=ffee00', 'radius=50', 'scale=50']) {
      const other = await get(`/avatars/${style}.svg?seed=ann&${option}`)
      expect([other.status, other.text === plain], `${style} ${option}`).toEqual([200, false])
    }
    for (const wrong of [
      'size=15',
      'size=9000',
      'radius=51',
      'scale=201',
      'backgroundColor=red"/>',
      'size=a',
      'seed=a&seed=b',
    ]) {
      expect((await get(`/avatars/${style}.svg?${wrong}`)).status, `${style} ${wrong}`).toBe(400)
    }
  }
  expect((await get('/avatars/constructor.svg')).status).toBe(404)
  expect((await get('/avatars/custom/9-easle.svg')).text).toContain('<svg')
  expect((await get('/avatars/custom/21-cow.svg')).status).toBe(404)
})

test('the page is sent compressed to browsers that accept it, with a tag of its own', async () => {
  const tags = await Promise.all(
    ['br, gzip', 'gzip', 'identity', 'zstd', 'br;q=0'].map(async (accepted) => {
      const { headers, text } = await get('/', { 'accept-encoding': accepted })
      expect(text).toContain('<title>Inkling</title>')
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('vary')).toBe('Accept-Encoding')
      return [headers.get('content-encoding'), headers.get('etag')]
    }),
  )
  expect(tags.map(([encoding]) => encoding)).toEqual(['br', 'gzip', null, null, null])
  expect(new Set(tags.map(([, tag]) => tag)).size).toBe(3)
})

test('search engines list neither results nor invitations', async () => {
  const robots = async (path: string) => (await get(path)).headers.get('x-robots-tag')
  expect(await robots('/public/results/anything')).toBe('noindex')
  expect(await robots('/profile?code=ABCDEF')).toBe('noindex')
  expect([await robots('/'), await robots('/how-to-play'), await robots('/icon.svg')]).toEqual([
    null,
    null,
    null,
  ])
})

test('the page behind a link preloads the screen that a newcomer sees', async () => {
  const preloaded = async (path: string) =>
    [...(await get(path)).text.matchAll(/<link rel="(?:module)?preload"[^>]* href="([^"]*)"/g)].map(
      ([, href]) => href,
    )
  expect(await preloaded('/public/results/anything')).toEqual(['/assets/results.js', '/assets/results.css'])
  expect(await preloaded('/?code=ABCDEF')).toEqual(['/assets/onboarding.js'])
  expect(await preloaded('/')).toEqual([])
})
