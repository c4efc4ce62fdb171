import { afterEach, expect, test, vi } from 'vitest'

let starts = 0

/** The worker's listeners, with its globals replaced. `served` are the responses of the server by path. */
async function start(served: Record<string, () => Response>) {
  const listeners = new Map<string, (event: unknown) => void>()
  const stored = new Map<string, Response>()
  const cache = {
    match: async (key: Request | string) => stored.get(pathOf(key))?.clone(),
    put: async (key: string, response: Response) => void stored.set(pathOf(key), response),
    add: async (key: Request | string) => void stored.set(pathOf(key), await fetch(key)),
  }
  vi.stubGlobal('__SHELL__', { version: '1', files: ['/assets/app.js'] })
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match, keys: async () => [] })
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string, init?: RequestInit) {
        super(new URL(path, 'https://inkling.example'), init)
      }
    },
  )
  vi.stubGlobal(
    'fetch',
    async (key: Request | string) => served[pathOf(key)]?.() ?? new Response('', { status: 404 }),
  )
  vi.stubGlobal('self', {
    location: new URL('https://inkling.example'),
    skipWaiting: async () => {},
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
  })
  // A variable path, because the worker has the types of a worker. The query makes it run each time.
  const worker = `./worker.ts?${++starts}`
  await import(worker)
  const install = () =>
    new Promise((resolve, reject) => {
      listeners.get('install')?.({ waitUntil: (work: Promise<unknown>) => work.then(resolve, reject) })
    })
  const get = (path: string) =>
    new Promise<Response>((resolve, reject) => {
      const request = new Request(path)
      listeners.get('fetch')?.({
        request,
        respondWith: (work: Promise<Response>) => work.then(resolve, reject),
      })
    })
  return { install, get, stored }
}

const pathOf = (key: Request | string) =>
  new URL(typeof key === 'string' ? key : key.url, 'https://inkling.example').pathname

const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
const script = () => new Response('export {}', { headers: { 'content-type': 'text/javascript' } })

afterEach(() => vi.unstubAllGlobals())

test('the worker stores the files of its build', async () => {
  const { install, stored } = await start({ '/': page, '/assets/app.js': script })
  await install()
  expect([...stored.keys()].sort()).toEqual(['/', '/assets/app.js'])
})

test('a page in place of a script is not stored, and one that was stored is not used', async () => {
  const { install, stored } = await start({ '/': page, '/assets/app.js': page })
  await expect(install()).rejects.toThrow('/assets/app.js')
  expect(stored.has('/assets/app.js')).toBe(false)
  const poisoned = await start({ '/assets/app.js': script })
  poisoned.stored.set('/assets/app.js', page())
  expect(await (await poisoned.get('/assets/app.js')).text()).toBe('export {}')
})
