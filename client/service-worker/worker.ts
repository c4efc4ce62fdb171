/*
 * The service worker: keeps the files of the last build, so that the game opens without a connection and says so in its
 * own words. Nothing that the server says about players or games is ever kept. It also shows notifications.
 */

declare const self: ServiceWorkerGlobalScope
/** Written in by the build; see plugin.ts. */
declare const __SHELL__: { readonly version: string; readonly files: readonly string[] }

const { version, files } = __SHELL__
const SHELL = 'inkling-shell-'
const CURRENT = SHELL + version
const PAGE = '/'
/** What the server answers itself; it never comes from here. */
const SERVERS = ['/api/', '/control/', '/avatars/', '/healthz']
/** A connection that is there in name only gets this long before the kept page is shown. */
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
  // A page opened before the last build was put in place asks for that build's files.
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
  // Assets are named by their content, so the browser's own cache may have them; the page is asked for anew.
  await cache.addAll([new Request(PAGE, { cache: 'reload' }), ...files])
}

/** All but this build's and the one before it, which a page may still be open from. */
async function forgetOldShells(): Promise<void> {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(SHELL) && name !== CURRENT)
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)))
}

/** The server's page, so that a new build is seen at once; the kept one when no answer comes. */
async function page(request: Request): Promise<Response> {
  const answer = fetch(request)
  try {
    const response = await Promise.race([answer, refuseAfter(PATIENCE_MS)])
    if (response.status < 500) return response
  } catch {
    // No connection, or none to speak of.
  }
  const cache = await caches.open(CURRENT)
  return (await cache.match(PAGE)) ?? answer
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CURRENT)
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request)
}

/**
 * What a message of the push transport says: `{ title, body }` as JSON. Browsers demand a notification for each push, and
 * punish a worker that shows none; so one without a payload, or with one that cannot be read, shows the game's name.
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

/** The window that was used last, whether or not this worker has its page; a new one when there is none. */
async function showGame(): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open) await open.focus()
  else await self.clients.openWindow(PAGE)
}

const refuseAfter = (ms: number) =>
  new Promise<never>((_, refuse) => setTimeout(() => refuse(new Error('No answer in time')), ms))
