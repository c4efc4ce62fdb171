/*
 * The service worker caches the files of the last build, so that the game opens without a connection, and shows
 * notifications. It does not cache data of players or games.
 */

declare const self: ServiceWorkerGlobalScope
/** Inserted by the build; see plugin.ts. */
declare const __SHELL__: { readonly version: string; readonly files: readonly string[] }

const { version, files } = __SHELL__
const SHELL = 'inkling-shell-'
const CURRENT = SHELL + version
const PAGE = '/'
/** Paths that are never served from the cache. */
const SERVER_PATHS = ['/api/', '/control/', '/avatars/', '/healthz']
/** How long to wait for the server's page before the cached one is used. */
const PAGE_TIMEOUT_MS = 4_000

self.addEventListener('install', (event) => {
  event.waitUntil(cacheFiles().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldShells().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (SERVER_PATHS.some((start) => pathname.startsWith(start))) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  // A page opened before the last deployment requests files of its own build.
  else if (files.includes(pathname) || pathname.startsWith('/assets/')) event.respondWith(file(request))
})

self.addEventListener('push', (event) => {
  const { title, body, kind, path } = messageIn(event.data)
  // Without `renotify`, one that replaces another makes no sound.
  const replaces = kind !== null && { tag: kind, renotify: true }
  const options = { body, icon: '/icons/icon-192.png', data: { path }, ...replaces }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // A notification may be older than this worker.
  event.waitUntil(showGame(ownPath(String(event.notification.data?.path ?? PAGE))))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event as PushSubscriptionChangeEvent
  event.waitUntil(
    renewSubscription(oldSubscription, newSubscription).catch((error: unknown) =>
      // The next visit of the page registers it.
      console.info('The new push subscription was not registered:', error),
    ),
  )
})

async function cacheFiles(): Promise<void> {
  const cache = await caches.open(CURRENT)
  // Assets are named after their content, so the HTTP cache may serve them; the page must be fetched from the server.
  await cache.add(new Request(PAGE, { cache: 'reload' }))
  await Promise.all(files.map((path) => cacheFile(cache, path)))
}

/** During a deployment, a server may answer with a page in place of a file: then the next visit installs the worker. */
async function cacheFile(cache: Cache, path: string): Promise<void> {
  const response = await fetch(path)
  if (!isFile(path, response)) throw new Error(`The server has no file ${path} of this build`)
  await cache.put(path, response)
}

/** The types of the files that the game loads, by their extensions. */
const TYPES: Readonly<Record<string, RegExp>> = {
  js: /javascript/,
  css: /css/,
  svg: /svg/,
  png: /png/,
  webmanifest: /json/,
  woff2: /font|octet-stream/,
}

/** Whether a response is the file of this path, and not the page that the server has for other paths. */
function isFile(path: string, response: Response): boolean {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)]
  return response.ok && (type?.test(response.headers.get('content-type') ?? '') ?? true)
}

/** Deletes all caches except this build's and the previous one's, which open pages may still need. */
async function deleteOldShells(): Promise<void> {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(SHELL) && name !== CURRENT)
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)))
}

/** The server's page, so that a new build is used immediately; the cached page if there is no response in time. */
async function page(request: Request): Promise<Response> {
  const fetching = fetch(request)
  try {
    const response = await Promise.race([fetching, rejectAfter(PAGE_TIMEOUT_MS)])
    if (response.status < 500) return response
  } catch {
    // The connection is lost or too slow.
  }
  const cache = await caches.open(CURRENT)
  return (await cache.match(PAGE)) ?? fetching
}

async function file(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const cache = await caches.open(CURRENT)
  // An earlier version of this worker has cached pages as files.
  for (const cached of [await cache.match(request), await caches.match(request)])
    if (cached && isFile(pathname, cached)) return cached
  return fetch(request)
}

/** Not in the types of TypeScript yet. */
interface PushSubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}

/**
 * Registers the subscription with which the browser has replaced an earlier one, or subscribes again if there is none. The
 * page may not be opened for weeks, so the worker signs in as this device.
 */
async function renewSubscription(
  old: PushSubscription | null,
  given: PushSubscription | null,
): Promise<void> {
  const renewed = given ?? (old && (await self.registration.pushManager.subscribe(old.options)))
  const device = await deviceCopy()
  // A player who has logged out gets no messages.
  if (!renewed || device === null || device.includes('|')) return
  const deviceId = decodeURIComponent(device)
  const { token } = await call<{ token: string }>('POST', '/api/auth/device', { deviceId })
  const { extensions } = await call<{ extensions: string[] }>('GET', '/api/extensions').catch(() => ({
    extensions: [] as string[],
  }))
  const timeZone = extensions.includes('push-times') && Intl.DateTimeFormat().resolvedOptions().timeZone
  const body = { token: JSON.stringify(renewed), platform: 'web', deviceId, ...(timeZone && { timeZone }) }
  await call('POST', '/api/notifications/register-token', body, token)
}

async function call<T>(method: string, path: string, body?: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json() as Promise<T>
}

/** The copy of the device id that the page has stored (device-backup.ts); null without one. */
function deviceCopy(): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('inkling')
    // Without a database there is no copy. An empty one, created here, would be of no use to the page.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => resolve(null)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('session').objectStore('session').get('device')
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => resolve(typeof reading.result === 'string' ? reading.result : null)
    }
  })
}

interface Message {
  title: string
  body: string
  /** A message replaces an earlier one of its kind; null for none. */
  kind: string | null
  /** The path of the screen that a tap opens. */
  path: string
}

/**
 * A push message, which is `{ title, body, kind?, path? }` as JSON. Browsers penalise a worker that shows no notification
 * for a push, so an unreadable payload gets a default text.
 */
function messageIn(data: PushMessageData | null): Message {
  const { title, body, kind, path } = fieldsOf(data)
  return {
    title: typeof title === 'string' && title.trim() !== '' ? title : 'Inkling',
    body: typeof body === 'string' ? body : 'There is something new in your sketchbook.',
    kind: typeof kind === 'string' ? kind : null,
    path: typeof path === 'string' ? ownPath(path) : PAGE,
  }
}

/** A URL of this origin as a path; for any other, such as `//host` and `/\host`, the game's page. */
function ownPath(path: string): string {
  if (!URL.canParse(path, self.location.origin)) return PAGE
  const { origin, pathname, search, hash } = new URL(path, self.location.origin)
  // The path of `/.//host` begins with two slashes, which would again name a host.
  return origin === self.location.origin && !pathname.startsWith('//') ? pathname + search + hash : PAGE
}

function fieldsOf(data: PushMessageData | null): Partial<Record<keyof Message, unknown>> {
  try {
    return Object(data?.json())
  } catch (error) {
    console.info('The payload of a push is not JSON:', error)
    return {}
  }
}

/**
 * Focuses the window that was used last, even if this worker does not control it, and lets it show the screen; opens one if
 * there is none. The window does not load again, so that a drawing in progress stays.
 */
async function showGame(path: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) {
    await self.clients.openWindow(path)
    return
  }
  await open.focus()
  if (path !== PAGE) open.postMessage({ openPath: path })
}

const rejectAfter = (ms: number) =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('No response in time')), ms))
