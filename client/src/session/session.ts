import { track } from '../platform/analytics.ts'
import { isConnectionLost } from '../platform/online.ts'
import { KEY, local } from '../platform/storage.ts'
import { api, signIn } from './api.ts'
import { backUpDevice } from './device-backup.ts'
import { clearSession, storeUser, useSession } from './session-store.ts'

/**
 * Starts the session (spec section 4, Authentication): a stored token counts, once its user is known; otherwise the
 * device signs in, then the profile is refreshed. Does nothing when authenticated or already running.
 * @returns false when signing in failed; the session's `error` then says why
 */
export async function authenticate(): Promise<boolean> {
  const { token, user, isLoading } = useSession.getState()
  if (isLoading) return false
  if (token && user) return true
  useSession.setState({ isLoading: true, error: null })
  try {
    if (token) await refreshProfile()
    else {
      await signIn()
      await refreshProfileIfReachable()
    }
    void backUpDevice()
    return true
  } catch (error) {
    useSession.setState({ error: messageOf(error, 'Authentication failed') })
    return false
  } finally {
    useSession.setState({ isLoading: false })
  }
}

/** @throws what the call throws; the stored user stays */
export async function refreshProfile(): Promise<void> {
  storeUser(await api.getProfile())
}

/** Like {@link refreshProfile}, but a known user is enough if the profile cannot be fetched. */
export const refreshProfileIfReachable = (): Promise<void> =>
  refreshProfile().catch((error: unknown) => console.info('Failed to refresh profile:', error))

export interface ProfileChange {
  username?: string
  avatar?: string
  finishedOnboarding?: boolean
}

export async function saveProfile(change: ProfileChange): Promise<void> {
  storeUser(await api.updateProfile({ body: change }))
}

/**
 * Removes the player from this device, keeps the device id, and records the session length. The name stays, for {@link
 * loggedOutName}.
 */
export function logout(): void {
  recordSessionLength()
  local.set(KEY.loggedOut, useSession.getState().user?.username ?? '')
  clearSession()
  void backUpDevice()
}

/** The name of the player who logged out here and has not returned; null if there is none. */
export const loggedOutName = (): string | null =>
  useSession.getState().token === null ? local.get(KEY.loggedOut) : null

/** Ends the state after {@link logout}, so that the next visit signs in. */
export const allowSignIn = (): void => local.remove(KEY.loggedOut)

export function startSession(): void {
  local.set(KEY.sessionStart, String(Date.now()))
  track('app_open', {})
}

export function recordSessionLength(): void {
  const start = Number(local.get(KEY.sessionStart))
  if (start > 0) track('session_length', { seconds: Math.round((Date.now() - start) / 1000) })
}

export const CONNECTION_LOST = 'Connection lost. Please check your internet and try again.'

/** The message to show for a failure: its own, or the screen's default. */
export function messageOf(error: unknown, fallback: string): string {
  if (isConnectionLost(error)) return CONNECTION_LOST
  return error instanceof Error && error.message ? error.message : fallback
}
