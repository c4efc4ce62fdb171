import { afterEach, expect, test, vi } from 'vitest'

let starts = 0
let sent: unknown[] = []
let shown: unknown[] = []
let subscribed: unknown[] = []

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
  vi.stubGlobal('fetch', async (key: Request | string, init?: RequestInit) => {
    sent.push([pathOf(key), init?.body ? JSON.parse(String(init.body)) : null, init?.headers])
    return served[pathOf(key)]?.() ?? new Response('', { status: 404 })
  })
  vi.stubGlobal('self', {
    location: new URL('https://inkling.example'),
    skipWaiting: async () => {},
    registration: {
      showNotification: async (...notification: unknown[]) => void shown.push(notification),
      pushManager: {
        subscribe: async (options: unknown) => {
          subscribed.push(options)
          return { endpoint: 'https://push.example/2' }
        },
      },
    },
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
  const push = (message: object) =>
    new Promise((resolve, reject) => {
      const waitUntil = (work: Promise<unknown>) => work.then(resolve, reject)
      listeners.get('push')?.({ data: { json: () => message }, waitUntil })
    })
  const changeSubscription = (change: object) =>
    new Promise((resolve, reject) => {
      const waitUntil = (work: Promise<unknown>) => work.then(resolve, reject)
      listeners.get('pushsubscriptionchange')?.({ ...change, waitUntil })
    })
  return { install, get, stored, push, changeSubscription }
}

const pathOf = (key: Request | string) =>
  new URL(typeof key === 'string' ? key : key.url, 'https://inkling.example').pathname

const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
const script = () => new Response('export {}', { headers: { 'content-type': 'text/javascript' } })

afterEach(() => {
  vi.unstubAllGlobals()
  sent = []
  shown = []
  subscribed = []
})

/** A database with the copy of the device id that the page stores; without one, opening it would create it. */
function databaseWith(copy: string | null) {
  const opening = {
    result: {
      transaction: () => ({
        objectStore: () => ({
          get: () => {
            const reading: { result: unknown; onsuccess?: () => void } = { result: copy }
            queueMicrotask(() => reading.onsuccess?.())
            return reading
          },
        }),
      }),
    },
    transaction: { abort: () => queueMicrotask(() => handlers.onerror?.()) },
  }
  const handlers: Record<string, (() => void) | undefined> = opening as never
  const open = () => {
    queueMicrotask(() => (copy === null ? handlers.onupgradeneeded : handlers.onsuccess)?.())
    return opening
  }
  vi.stubGlobal('indexedDB', { open })
}

const json = (body: unknown) => () => Response.json(body)
const SERVER = {
  '/api/auth/device': json({ token: 'token-1' }),
  '/api/extensions': json({ extensions: [] }),
  '/api/notifications/register-token': json({ success: true }),
}

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

test('a notification that replaces one of its kind is heard too', async () => {
  const { push } = await start({})
  await push({ title: 'A turn is free', kind: 'turn' })
  await push({ title: 'Hello' })
  expect(shown).toEqual([
    ['A turn is free', expect.objectContaining({ tag: 'turn', renotify: true })],
    ['Hello', expect.not.objectContaining({ renotify: true })],
  ])
})

test.each([
  ['that the browser has made', { endpoint: 'https://push.example/2' }, []],
  ['made again, where the browser has made none', null, [{ applicationServerKey: 'key' }]],
])('a new subscription %s is registered for this device', async (_, newSubscription, made) => {
  databaseWith('device_1_ann')
  const { changeSubscription } = await start(SERVER)
  await changeSubscription({
    oldSubscription: { options: { applicationServerKey: 'key' } },
    newSubscription,
  })
  expect(subscribed).toEqual(made)
  expect(sent).toContainEqual(['/api/auth/device', { deviceId: 'device_1_ann' }, expect.anything()])
  expect(sent.at(-1)).toEqual([
    '/api/notifications/register-token',
    { token: '{"endpoint":"https://push.example/2"}', platform: 'web', deviceId: 'device_1_ann' },
    { 'content-type': 'application/json', authorization: 'Bearer token-1' },
  ])
})

test.each([
  ['has logged out', 'device_1_ann|Ann'],
  ['is not known here', null],
])('a new subscription is not registered for a player who %s', async (_, copy) => {
  databaseWith(copy)
  const { changeSubscription } = await start(SERVER)
  await changeSubscription({ oldSubscription: null, newSubscription: { endpoint: 'https://push.example/2' } })
  expect(sent).toEqual([])
})
