import { type BrowserContext, expect, type Page, type Worker } from '@playwright/test'

/** What is used here of a service worker's own scope: the types of this project are those of a page. */
interface WorkerScope {
  /** How many notifications were shown; see {@link pushService}. */
  shown?: number
  registration: ServiceWorkerRegistration
  clients: {
    openWindow: (url: string) => Promise<unknown>
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly unknown[]>
  }
  WindowClient: { prototype: { url: string; focus: () => Promise<unknown> } }
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
}

/** The worker of the game, once the browser has it. The page must be one of the game's. */
export async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('The browser has no service worker of the game')
  return worker
}

/** A way to send this browser pushes, as its push service would; and what the worker threw over them. */
export async function pushService(context: BrowserContext, page: Page) {
  const worker = await workerOf(page)
  await countShown(worker)
  const cdp = await context.newCDPSession(page)
  const thrown: string[] = []
  cdp.on('ServiceWorker.workerErrorReported', ({ errorMessage }) => thrown.push(errorMessage.errorMessage))
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const alive = registrations.find(({ isDeleted }) => !isDeleted)
      if (alive) resolve(alive.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return {
    thrown,
    /** An empty text is a push without a payload. Resolves when the worker has shown something. */
    async push(data: string) {
      const before = await shown(worker)
      await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
      await expect.poll(() => shown(worker)).toBe(before + 1)
    },
  }
}

/** Chromium forgets a notification that somebody asks for while it is being shown: it has to be known when that is over. */
const countShown = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    const { registration } = scope
    const show = registration.showNotification.bind(registration)
    scope.shown = 0
    registration.showNotification = async (...notification) => {
      await show(...notification)
      scope.shown = (scope.shown ?? 0) + 1
    }
  })

const shown = (worker: Worker): Promise<number> =>
  worker.evaluate(() => (globalThis as unknown as WorkerScope).shown ?? 0)

/** The notifications that stand on the screen. */
export const notifications = (worker: Worker): Promise<{ title: string; body: string }[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
  })

/** How many windows of the game the worker sees. A page that was left may stay among them for a moment. */
export const windowsSeen = (worker: Worker): Promise<number> =>
  worker.evaluate(async () => {
    const { clients } = globalThis as unknown as WorkerScope
    return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length
  })

/**
 * Clicks on a notification, as far as a script can: the worker gets the event, and what it then asks of the
 * browser is noted, since a browser grants it to real clicks only.
 * @returns what the worker did, once it had done all of it.
 */
export const clickOnNotification = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('There is no notification to click on')
    const done: string[] = []
    scope.WindowClient.prototype.focus = async function (this: { url: string }) {
      done.push(`focus ${new URL(this.url).pathname}`)
    }
    scope.clients.openWindow = async (url) => done.push(`open ${url}`)
    const event = new scope.NotificationEvent('notificationclick', { notification })
    // The browser's own refuses events that a script made.
    const work: Promise<unknown>[] = []
    Object.defineProperty(event, 'waitUntil', { value: (promise: Promise<unknown>) => work.push(promise) })
    globalThis.dispatchEvent(event)
    await Promise.all(work)
    return done
  })
