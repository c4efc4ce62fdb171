import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { isDefaultName } from '@inkling/mock-server/rules/players/user'
import { create } from 'zustand'
import { KEY, local } from '../platform/storage.ts'

/** The player on this device. */
export interface Session {
  user: UserView | null
  token: string | null
  /** The device id that this page has used, in case the browser deletes the stored one meanwhile. */
  deviceId: string | null
  isLoading: boolean
  error: string | null
  hasCompletedOnboarding: boolean
}

/** A default username marks a new user. */
export const isNewUser = (user: UserView | null): boolean => user === null || isDefaultName(user.username)

/** The session stored on this device by the last visit. */
export function rememberedSession(): Session {
  const user = rememberedUser()
  return {
    user,
    token: local.get(KEY.authToken),
    deviceId: local.get(KEY.deviceId),
    isLoading: false,
    error: null,
    hasCompletedOnboarding: !isNewUser(user) || local.get(KEY.onboardingComplete) === 'true',
  }
}

/** The session of a newly opened page. */
export const createSession = () => create<Session>(rememberedSession)

export const useSession = createSession()

export const useUser = () => useSession((session) => session.user)
export const useIsAuthenticated = () => useSession((session) => session.token !== null)

/** The player whom another tab has stored, if it is not the one of this page any more; else null. */
export function otherPlayer(): UserView | null {
  const { user } = useSession.getState()
  const stored = rememberedUser()
  return user && stored && stored.id !== user.id ? stored : null
}

/** Stores nothing for a page whose player no longer plays here. */
export function storeToken(token: string): void {
  if (otherPlayer()) return
  local.set(KEY.authToken, token)
  useSession.setState({ token })
}

/** As {@link storeToken}. */
export function storeUser(user: UserView): void {
  if (otherPlayer()) return
  local.set(KEY.userData, JSON.stringify(user))
  useSession.setState((session) => ({
    user,
    hasCompletedOnboarding: session.hasCompletedOnboarding || !isNewUser(user),
  }))
}

/** Stores another player for the pages that are opened next. This one keeps its player, and has to be left. */
export function storeOtherPlayer(user: UserView, token: string): void {
  local.remove(KEY.onboardingComplete)
  local.set(KEY.userData, JSON.stringify(user))
  local.set(KEY.authToken, token)
}

export function completeOnboarding(): void {
  local.set(KEY.onboardingComplete, 'true')
  useSession.setState({ hasCompletedOnboarding: true })
}

/** Whether the player has logged out on this device, in this tab or another. */
export const isLoggedOut = (): boolean => local.get(KEY.loggedOut) !== null

/** Removes the player from this device, but not the device id. */
export function clearSession(): void {
  for (const key of [KEY.authToken, KEY.userData, KEY.onboardingComplete]) local.remove(key)
  useSession.setState({ user: null, token: null, error: null, hasCompletedOnboarding: false })
}

function rememberedUser(): UserView | null {
  const text = local.get(KEY.userData)
  if (text === null) return null
  try {
    const user: unknown = JSON.parse(text)
    return isUser(user) ? user : null
  } catch {
    // The stored value is corrupt; the profile is fetched again.
    return null
  }
}

/** A hoisted function, because the store above calls it while this module is being evaluated. */
function isUser(value: unknown): value is UserView {
  return (
    typeof value === 'object' && value !== null && 'username' in value && typeof value.username === 'string'
  )
}
