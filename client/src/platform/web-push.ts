import { registerWorker } from './offline-shell.ts'

const NOT_SUPPORTED = 'Push notifications are not supported in this browser'

const applicationServerKey: string | undefined = import.meta.env.VITE_PUSH_KEY

/** Whether both this browser and this installation support web push. */
export const hasWebPush = (): boolean =>
  applicationServerKey !== undefined &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window

/** Whether this browser can still be asked for permission to show notifications. */
export const canAskForWebPush = (): boolean => hasWebPush() && Notification.permission === 'default'

/**
 * Asks the player, and subscribes this browser.
 * @returns the subscription as text; null when the player declined
 * @throws when the browser, or this installation (without a push key), does not support it
 */
export async function subscribeToWebPush(): Promise<string | null> {
  if (!hasWebPush() || !applicationServerKey) throw new Error(NOT_SUPPORTED)
  if ((await Notification.requestPermission()) !== 'granted') return null
  try {
    // Without a worker `ready` would never resolve; this fails at once where none is possible.
    await registerWorker()
    const { pushManager } = await navigator.serviceWorker.ready
    return JSON.stringify(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  } catch (error) {
    // The browser's message here ("push service error") is meant for developers.
    throw new Error(NOT_SUPPORTED, { cause: error })
  }
}
