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
  if (!hasWebPush() || !applicationServerKey) {
    throw new Error('Push notifications are not supported in this browser')
  }
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey,
  })
  return JSON.stringify(subscription)
}
