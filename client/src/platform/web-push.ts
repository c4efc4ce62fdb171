import { registerWorker } from './offline-shell.ts'

const NOT_SUPPORTED = 'Push notifications are not supported in this browser'

const applicationServerKey: string | undefined = import.meta.env.VITE_PUSH_KEY

/** Whether both this browser and this installation support web push. */
export const hasWebPush = (): boolean =>
  applicationServerKey !== undefined &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window

/** Whether web push is supported and the player has neither granted nor denied permission. */
export const canAskForWebPush = (): boolean => hasWebPush() && Notification.permission === 'default'

/**
 * Asks for permission and subscribes this browser.
 * @returns the subscription as JSON; null if the player declined
 * @throws if the browser does not support web push, or the build has no push key
 */
export async function subscribeToWebPush(): Promise<string | null> {
  if (!hasWebPush() || !applicationServerKey) throw new Error(NOT_SUPPORTED)
  if ((await Notification.requestPermission()) !== 'granted') return null
  try {
    // Without a worker `ready` never resolves. Registering fails immediately if the browser allows none.
    await registerWorker()
    const { pushManager } = await navigator.serviceWorker.ready
    return JSON.stringify(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  } catch (error) {
    // The browser's own message ("push service error") does not help players.
    throw new Error(NOT_SUPPORTED, { cause: error })
  }
}
