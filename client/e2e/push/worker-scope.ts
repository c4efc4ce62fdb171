import { type BrowserContext, expect, type Page, type Worker } from '@playwright/test'

/** The used part of a service worker's global scope. The types of this project are those of a page. */
interface WorkerScope {
  /** The number of notifications shown; see {@link pushService}. */
  shown?: number
  registration: ServiceWorkerRegistration
  clients: {
    openWindow: (url: string) => Promise<unknown>
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly unknown[]>
  }
  WindowClient: { prototype: { url: string; focus: () => Promise<unknown> } }
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
}

/** The game's service worker, once it is active. `page` must be a page of the game. */
export async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const context = page.context()
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}

/** Sends pushes to this browser like its push service, and records the errors thrown by the worker. */
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
    /** Resolves when the worker has shown a notification. An empty text is a push without a payload. */
    async push(data: string) {
      const before = await shown(worker)
      await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
      await expect.poll(() => shown(worker)).toBe(before + 1)
    },
  }
}

/** Counts shown notifications, because Chromium's getNotifications() omits one that is still being shown. */
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

/** The displayed notifications. */
export const notifications = (worker: Worker): Promise<{ title: string; body: string }[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
  })

/** The number of the game's windows known to the worker. A closed page may remain in the list for a moment. */
export const windowsSeen = (worker: Worker): Promise<number> =>
  worker.evaluate(async () => {
    const { clients } = globalThis as unknown as WorkerScope
    return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length
  })

/**
 * Simulates a click on a notification. The worker's calls to focus and open windows are only recorded, because browsers
 * allow them only after real clicks.
 * @returns the recorded calls, once the worker has handled the event
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
    // The native method rejects events created by scripts.
    const work: Promise<unknown>[] = []
    Object.defineProperty(event, 'waitUntil', { value: (promise: Promise<unknown>) => work.push(promise) })
    globalThis.dispatchEvent(event)
    await Promise.all(work)
    return done
  })
