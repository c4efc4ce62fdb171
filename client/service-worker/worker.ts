/*
 * The service worker: caches the files of the last build, so that the game opens without a connection and explains the
 * situation itself. It never caches data about players or games. It also shows notifications.
 */

declare const self: ServiceWorkerGlobalScope
/** Inserted by the build; see plugin.ts. */
declare const __SHELL__: { readonly version: string; readonly files: readonly string[] }

const { version, files } = __SHELL__
const SHELL = 'inkling-shell-'
const CURRENT = SHELL + version
const PAGE = '/'
/** Paths that the server answers itself; never served from the cache. */
const SERVERS = ['/api/', '/control/', '/avatars/', '/healthz']
/** How long a nominal connection may take before the cached page is shown. */
const PATIENCE_MS = 4_000

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldShells().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (SERVERS.some((start) => pathname.startsWith(start))) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  // A page opened before the last build was deployed requests that build's files.
  else if (files.includes(pathname) || pathname.startsWith('/assets/')) event.respondWith(file(request))
})

self.addEventListener('push', (event) => {
  const { title, body } = messageIn(event.data)
  event.waitUntil(self.registration.showNotification(title, { body, icon: '/icons/icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showGame())
})

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CURRENT)
  // Assets are named by content, so the HTTP cache may serve them; the page must come from the server.
  await cache.addAll([new Request(PAGE, { cache: 'reload' }), ...files])
}

/** Deletes all caches except this build's and the previous one's, which an open page may still need. */
async function forgetOldShells(): Promise<void> {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(SHELL) && name !== CURRENT)
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)))
}

/** The server's page, so that a new build appears at once; the cached page if there is no response. */
async function page(request: Request): Promise<Response> {
  const answer = fetch(request)
  try {
    const response = await Promise.race([answer, refuseAfter(PATIENCE_MS)])
    if (response.status < 500) return response
  } catch {
    // No connection, or one that is too slow.
  }
  const cache = await caches.open(CURRENT)
  return (await cache.match(PAGE)) ?? answer
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CURRENT)
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request)
}

/**
 * The text of a push message: `{ title, body }` as JSON. Browsers require a notification for each push and penalise a
 * worker that shows none, so a push without a readable payload shows the game's name.
 */
function messageIn(data: PushMessageData | null): { title: string; body: string } {
  const { title, body } = fieldsOf(data)
  return {
    title: typeof title === 'string' && title.trim() !== '' ? title : 'Inkling',
    body: typeof body === 'string' ? body : 'There is something new in your sketchbook.',
  }
}

function fieldsOf(data: PushMessageData | null): { title?: unknown; body?: unknown } {
  try {
    return Object(data?.json())
  } catch (error) {
    console.info('A push could not be read:', error)
    return {}
  }
}

/** The window used last, even if this worker does not control it; a new one if there is none. */
async function showGame(): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open) await open.focus()
  else await self.clients.openWindow(PAGE)
}

const refuseAfter = (ms: number) =>
  new Promise<never>((_, refuse) => setTimeout(() => refuse(new Error('No answer in time')), ms))
