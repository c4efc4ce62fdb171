import { nativePlatform, nativePushToken, nativeReady } from '../platform/native-bridge.ts'
import { isMobile } from '../platform/share.ts'
import { KEY, local } from '../platform/storage.ts'
import { canAskForWebPush, hasWebPush, subscribeToWebPush } from '../platform/web-push.ts'
import { api } from './api.ts'
import { deviceId } from './device-id.ts'

type PushPlatform = 'ios' | 'android' | 'web'

/** Whether to ask the player about notifications: once, where they are supported (spec section 2). */
export const mayAskForPush = (): boolean =>
  local.get(KEY.pushAsked) === null && (nativePlatform() !== null || canAskForWebPush() || isMobile())

/** Whether notifications can be turned on here, now or after the player grants permission. */
export const hasPush = (): boolean => nativePlatform() !== null || hasWebPush() || isPushOn()

export const rememberPushAsked = (): void => local.set(KEY.pushAsked, 'true')

/**
 * Turns notifications on.
 * @returns false when the player or the device declined
 * @throws when this browser does not support them, or the server refuses the token
 */
export async function enablePush(): Promise<boolean> {
  // Browsers allow the question only right after a press, and inside the app there is no web push: do not wait in
  // between.
  const platform = nativePlatform() ?? (hasWebPush() ? null : await nativeReady())
  // From now on the app's token is checked, even if the device provides it late.
  if (platform) local.set(KEY.pushPlatform, platform)
  const token = platform ? await nativePushToken() : await subscribeToWebPush()
  if (token === null) return false
  await registerPush(token, platform ?? 'web')
  return true
}

/** Registers a token. After a failure the registered flag is removed. */
async function registerPush(token: string, platform: PushPlatform | null): Promise<void> {
  if (token.trim() === '') throw new Error('Cannot register empty token')
  if (platform === null) throw new Error('Platform is required for token registration')
  try {
    await api.registerToken({ body: { token, platform, deviceId: deviceId() } })
  } catch (error) {
    local.remove(KEY.pushTokenRegistered)
    throw error
  }
  local.set(KEY.pushToken, token)
  local.set(KEY.pushPlatform, platform)
  local.set(KEY.pushTokenRegistered, 'true')
}

/**
 * In the app, whose token may change at any time or arrive late: registers a token that the server does not know, for a
 * player with notifications turned on.
 */
export async function checkPushToken(): Promise<void> {
  const platform = nativePlatform()
  if (!platform || local.get(KEY.pushPlatform) === null) return
  const token = await nativePushToken()
  if (token === null) return
  if (token === local.get(KEY.pushToken) && local.get(KEY.pushTokenRegistered) === 'true') return
  await registerPush(token, platform)
}

/** Turns notifications off on this device. */
async function disablePush(): Promise<void> {
  const token = local.get(KEY.pushToken)
  const platform = local.get(KEY.pushPlatform)
  local.remove(KEY.pushTokenRegistered)
  if (token && (platform === 'ios' || platform === 'android' || platform === 'web')) {
    await api.unregisterToken({ body: { token, platform } })
  }
  local.remove(KEY.pushToken)
  local.remove(KEY.pushPlatform)
}

/**
 * The switch in the profile: registers or unregisters this device, and tells the server whether the player wants
 * notifications (spec section 7, PATCH /api/notifications/settings).
 * @returns false when the player or the device declined
 * @throws what {@link enablePush} and the calls throw; nothing has changed then
 */
export async function switchPush(on: boolean): Promise<boolean> {
  const setting = () => api.updateNotificationSettings({ body: { pushNotifications: on } })
  if (!on) {
    await setting()
    await disablePush()
    return true
  }
  // First: browsers allow the question only right after a press.
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
