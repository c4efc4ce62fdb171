import { registerWorker } from './offline-shell.ts'

const NOT_SUPPORTED = 'Push notifications are not supported in this browser'
const ON_HOME_SCREEN =
  'On iPhone and iPad, notifications come from the home screen: choose Share, then "Add to Home Screen", and open Inkling there.'

/**
 * Why this browser has no notifications, and the way to them if there is one: iPhones and iPads have them only in apps on
 * the home screen. Only their browsers have `standalone`.
 */
export const noPushText = (): string =>
  !hasWebPush() && 'standalone' in navigator && !navigator.standalone ? ON_HOME_SCREEN : NOT_SUPPORTED

/** Whether this browser supports web push. */
export const hasWebPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether web push is supported and the player has neither granted nor denied permission. */
export const canAskForWebPush = (): boolean => hasWebPush() && Notification.permission === 'default'

/**
 * Asks for permission and subscribes this browser.
 * @param key the public VAPID key of the server
 * @returns the subscription as JSON; null if the player declined
 * @throws if the browser does not support web push, or there is no key
 */
export async function subscribeToWebPush(key: string | null): Promise<string | null> {
  if (!hasWebPush() || key === null) throw new Error(noPushText())
  if ((await Notification.requestPermission()) !== 'granted') return null
  try {
    // Without a worker `ready` never resolves. Registering fails immediately if the browser allows none.
    await registerWorker()
    return JSON.stringify(await subscribe(key))
  } catch (error) {
    // The browser's own message ("push service error") does not help players.
    throw new Error(noPushText(), { cause: error })
  }
}

/**
 * The present subscription of a browser whose player has granted permission: browsers replace one from time to time, and a
 * server may have another key than before.
 * @returns null if the player has taken the permission back
 */
export async function renewedSubscription(key: string): Promise<string | null> {
  if (!hasWebPush() || Notification.permission !== 'granted') return null
  await registerWorker()
  return JSON.stringify(await subscribe(key))
}

/** Ends the subscription of this browser, for which its push service needs no server of the game. */
export async function unsubscribeFromWebPush(): Promise<void> {
  if (!hasWebPush()) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // A browser that has subscribed with another key refuses.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}
