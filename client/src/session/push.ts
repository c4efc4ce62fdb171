import { deviceHourCycle } from '../day/locale.ts'
import { nativePlatform, nativePushToken, nativeReady } from '../platform/native-bridge.ts'
import { isMobile } from '../platform/sharing/share.ts'
import { KEY, local } from '../platform/storage.ts'
import {
  canAskForWebPush,
  hasWebPush,
  renewedSubscription,
  subscribeToWebPush,
  unsubscribeFromWebPush,
} from '../platform/web-push.ts'
import { deviceId } from './device/device-id.ts'
import { api } from './server/api.ts'
import { knownExtensions, useExtensions } from './server/extensions.ts'

type PushPlatform = 'ios' | 'android' | 'web'

/** The key that browsers subscribe with: the server's own, or that of the build. */
const pushKey = (): string | null => knownExtensions().vapidKey ?? import.meta.env.VITE_PUSH_KEY ?? null

const hasBrowserPush = (): boolean => pushKey() !== null && hasWebPush()

/** The zone by which the server sends messages in the player's daytime; null for a server that does not. */
const zone = (): string | null =>
  knownExtensions().extensions.includes('push-times')
    ? Intl.DateTimeFormat().resolvedOptions().timeZone || null
    : null

/** Whether to show the push prompt: only once, and only if notifications are supported. */
export const mayAskForPush = (): boolean =>
  local.get(KEY.pushAsked) === null &&
  (nativePlatform() !== null || (pushKey() !== null && canAskForWebPush()) || isMobile())

/**
 * Whether this device supports notifications, even if permission was not granted yet. A browser needs the server's key, which
 * may arrive after the screen.
 */
export function useHasPush(): boolean {
  useExtensions()
  return nativePlatform() !== null || hasBrowserPush() || isPushOn()
}

export const rememberPushAsked = (): void => void local.set(KEY.pushAsked, 'true')

/**
 * Turns notifications on.
 * @returns false if the player or the device declined
 * @throws if this browser does not support them, or the server refuses the token
 */
export async function enablePush(): Promise<boolean> {
  // Browsers allow the permission prompt only right after a press, so do not wait for the wrapper if web push is
  // available: wrappers have no web push.
  const platform = nativePlatform() ?? (hasBrowserPush() ? null : await nativeReady())
  // Enables checkPushToken() for a device that provides its token late.
  if (platform) local.set(KEY.pushPlatform, platform)
  const token = platform ? await nativePushToken() : await subscribeToWebPush(pushKey())
  if (token === null) return false
  await registerPush(token, platform ?? 'web')
  return true
}

/** Registers a token; removes the registered flag on failure. */
async function registerPush(token: string, platform: PushPlatform | null): Promise<void> {
  if (token.trim() === '') throw new Error('Cannot register empty token')
  if (platform === null) throw new Error('Platform is required for token registration')
  try {
    const timeZone = zone()
    await api.registerToken({
      body: {
        token,
        platform,
        deviceId: deviceId(),
        ...(timeZone !== null && { timeZone, hourCycle: deviceHourCycle() }),
      },
    })
    if (timeZone !== null) local.set(KEY.pushTimeZone, timeZone)
  } catch (error) {
    local.remove(KEY.pushTokenRegistered)
    throw error
  }
  local.set(KEY.pushToken, token)
  local.set(KEY.pushPlatform, platform)
  local.set(KEY.pushTokenRegistered, 'true')
}

/**
 * Registers a new token, which may change at any time or, in the native app, arrive late; and the player's time zone
 * after a journey. Does nothing for a player who has not turned notifications on.
 */
export async function checkPushToken(): Promise<void> {
  const platform = nativePlatform() ?? (hasBrowserPush() && isPushOn() ? 'web' : null)
  if (!platform || local.get(KEY.pushPlatform) === null) return
  const token = platform === 'web' ? await renewedSubscription(pushKey() ?? '') : await nativePushToken()
  if (token === null) {
    // The player has taken the permission back in the settings of the browser.
    if (platform === 'web') local.remove(KEY.pushTokenRegistered)
    return
  }
  const isKnown = token === local.get(KEY.pushToken) && local.get(KEY.pushTokenRegistered) === 'true'
  const timeZone = zone()
  if (isKnown && (timeZone === null || timeZone === local.get(KEY.pushTimeZone))) return
  await registerPush(token, platform)
}

/**
 * Turns notifications off on this device. The browser's subscription ends also without a connection: then the server finds
 * its address gone.
 * @throws the error of the call, if the address stays with the server
 */
export async function disablePush(): Promise<void> {
  const token = local.get(KEY.pushToken)
  const platform = local.get(KEY.pushPlatform)
  local.remove(KEY.pushTokenRegistered)
  const ending = unsubscribeFromWebPush().catch((error: unknown) =>
    console.info('The push subscription could not be ended:', error),
  )
  if (token && (platform === 'ios' || platform === 'android' || platform === 'web'))
    await Promise.all([api.unregisterToken({ body: { token, platform } }), ending])
  local.remove(KEY.pushToken)
  local.remove(KEY.pushPlatform)
  await ending
}

/**
 * The switch in the profile: registers or unregisters this device, and stores the player's choice on the server.
 * @returns false if the player or the device declined
 * @throws the errors of {@link enablePush} and of the calls
 */
export async function switchPush(on: boolean): Promise<boolean> {
  const setting = () => api.updateNotificationSettings({ body: { pushNotifications: on } })
  if (!on) {
    await setting()
    await disablePush()
    return true
  }
  // Called first, because browsers allow the permission prompt only right after a press.
  if (!(await enablePush())) return false
  try {
    await setting()
  } catch (error) {
    await disablePush()
    throw error
  }
  return true
}

export const isPushOn = (): boolean => local.get(KEY.pushTokenRegistered) === 'true'
