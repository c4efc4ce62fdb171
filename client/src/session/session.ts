import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { track } from '../platform/analytics.ts'
import { isConnectionLost } from '../platform/online.ts'
import { KEY, local, tab } from '../platform/storage.ts'
import { backUpDevice } from './device/device-backup.ts'
import { disablePush } from './push.ts'
import { api, isOtherPlayers, signIn, whenOtherPlayer, whenSuspended } from './server/api.ts'
import { clearSession, isLoggedOut, rememberedSession, storeUser, useSession } from './session-store.ts'

/**
 * Starts the session (SCREENS.md, Start). With a stored token, only a missing user is fetched; without
 * one, the device signs in and the profile is refreshed. Does nothing if authenticated or already running.
 * @returns false if signing in failed (the reason is the session's `error`) or is already running
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

/** The number of changes of the player that this page has made. */
let changes = 0

/** Stores a change that this page has made. A profile that was requested before may lack it, and is not stored. */
export function storeChange(changed: UserView): void {
  changes++
  storeUser(changed)
}

/**
 * Does not store a profile that arrives after a change or a logout.
 * @throws the error of the call; the stored user remains
 */
export async function refreshProfile(): Promise<void> {
  const changesBefore = changes
  const profile = await api.getProfile()
  if (changes === changesBefore && !isLoggedOut()) storeUser(profile)
}

/** Like {@link refreshProfile}, but only logs a failure: the stored user remains. */
export const refreshProfileIfReachable = (): Promise<void> =>
  refreshProfile().catch((error: unknown) => console.info('Failed to refresh profile:', error))

whenSuspended(() => void refreshProfileIfReachable())

export interface ProfileChange {
  username?: string
  avatar?: string
  finishedOnboarding?: boolean
}

/** Stores the change together with the response, whose fields differ between servers. */
export async function saveProfile(change: ProfileChange): Promise<void> {
  const saved = await api.updateProfile({ body: change })
  storeChange({ ...useSession.getState().user, ...change, ...saved })
}

/** How long a logout waits for the server to unregister this device from notifications. */
const UNREGISTER_LIMIT_MS = 3_000

/**
 * Records the session length and removes the player and their unfinished work from this device, except for the device
 * id and the name. Resolves when the page may be left.
 */
export async function logout(): Promise<void> {
  recordSessionLength()
  // Sent with the token that the next lines remove.
  const unregistering = disablePush().catch((error: unknown) =>
    console.info('This device could not be unregistered from notifications:', error),
  )
  local.set(KEY.loggedOut, useSession.getState().user?.username ?? '')
  clearSession()
  forgetWork()
  void backUpDevice()
  await Promise.race([unregistering, new Promise((resolve) => setTimeout(resolve, UNREGISTER_LIMIT_MS))])
}

/**
 * Removes what the player has left on this device: drawings with their words, the choice of a guess, the history, the
 * address for notifications, the code of the player before.
 */
export function forgetWork(): void {
  for (const key of local.keys()) if (key.startsWith(KEY.savedDrawing)) local.remove(key)
  for (const key of [
    KEY.submitting,
    KEY.guessDraft,
    KEY.bestGuessSelected,
    KEY.bestGuessScore,
    KEY.pendingGroupCode,
    KEY.pushToken,
    KEY.pushPlatform,
    KEY.pushTokenRegistered,
    KEY.formerCode,
  ])
    local.remove(key)
  tab.remove(KEY.historyCache)
}

interface Followed {
  /** Called after a logout: this page still displays the player's data. */
  onLogout: () => void
  /** Called with the name of another player who plays on this device now: this page still displays the one before. */
  onOtherPlayer: (name: string) => void
}

/**
 * Follows the session of other tabs: a renewed token, a changed profile, another player, and a logout, after which this tab
 * has no session either.
 * @returns a function that stops following
 */
export function followOtherTabs({ onLogout, onOtherPlayer }: Followed): () => void {
  const onStorage = ({ storageArea, key }: StorageEvent) => {
    const isSession = key === null || key === KEY.authToken || key === KEY.userData || key === KEY.loggedOut
    if (storageArea !== window.localStorage || !isSession) return
    if (useSession.getState().token === null || isOtherPlayers()) return
    const { token, user } = rememberedSession()
    // The player is stored before the token: a token without a player belongs to another one, who follows.
    if (token !== null && user !== null) useSession.setState({ token, user })
    else if (token === null && isLoggedOut()) {
      clearSession()
      forgetWork()
      onLogout()
    }
  }
  whenOtherPlayer(onOtherPlayer)
  window.addEventListener('storage', onStorage)
  return () => {
    whenOtherPlayer(() => {})
    window.removeEventListener('storage', onStorage)
  }
}

/** The name of the player who has logged out on this device; null if there is none. */
export const loggedOutName = (): string | null =>
  useSession.getState().token === null ? local.get(KEY.loggedOut) : null

/** Ends the logged-out state, so that this device signs in again. */
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

/** The message to display for an error: its own, or the screen's default. */
export function messageOf(error: unknown, fallback: string): string {
  if (isConnectionLost(error)) return CONNECTION_LOST
  return error instanceof Error && error.message ? error.message : fallback
}
