import { registerWorker } from './offline-shell.ts'

const NOT_SUPPORTED = 'Push notifications are not supported in this browser'

const applicationServerKey: string | undefined = import.meta.env.VITE_PUSH_KEY

/** Whether this browser and this installation have web push at all. */
export const hasWebPush = (): boolean =>
  applicationServerKey !== undefined &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window

/** Whether this browser could still be asked for leave to notify. */
export const canAskForWebPush = (): boolean => hasWebPush() && Notification.permission === 'default'

/**
 * Asks the player, and subscribes this browser.
 * @returns the subscription as text; null when the player said no
 * @throws when the browser, or this installation (without a push key), cannot do it
 */
export async function subscribeToWebPush(): Promise<string | null> {
  if (!hasWebPush() || !applicationServerKey) throw new Error(NOT_SUPPORTED)
  if ((await Notification.requestPermission()) !== 'granted') return null
  try {
    // Without a worker `ready` would never come; this fails at once where there can be none.
    await registerWorker()
    const { pushManager } = await navigator.serviceWorker.ready
    return JSON.stringify(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  } catch (error) {
    // What browsers say here ("push service error") is meant for whoever built the page.
    throw new Error(NOT_SUPPORTED, { cause: error })
  }
}
