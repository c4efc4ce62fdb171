import { create } from 'zustand'

/** The storage keys (SCREENS.md, Local storage). */
export const KEY = {
  authToken: 'authToken',
  deviceId: 'deviceId',
  userData: 'userData',
  onboardingComplete: 'onboardingComplete',
  pendingGroupCode: 'pendingGroupCode',
  sessionStart: 'sessionStart',
  firstRoundComplete: 'inkling_first_round_complete',
  reviewRequested: 'inkling_review_requested',
  pushAsked: 'push_notification_asked',
  pushToken: 'push_token',
  pushPlatform: 'push_platform',
  pushTokenRegistered: 'push_token_registered',
  /** The time zone that the token was registered with. */
  pushTimeZone: 'inkling_push_zone',
  bestGuessSelected: 'bestGuessSelected',
  bestGuessScore: 'bestGuessScore',
  theme: 'inkling_theme',
  /** 'on' while sounds are on. */
  sound: 'inkling_sound',
  /** The name of the player who logged out, until they sign in again. */
  loggedOut: 'inkling_logged_out',
  /** The code of the player whom this device has given up, with their name. */
  formerCode: 'inkling_former_code',
  /** The ids of games whose results were opened on this device. */
  openedGames: 'inkling_stories_told',
  /** Announcements that were dismissed on this device. */
  dismissed: 'inkling_dismissed',
  /** The id of the last game in which the player passed their turn. */
  passedGame: 'inkling_passed',
  /** Followed by the turn's id. */
  savedDrawing: 'inkling_drawing_',
  /** The id of the turn whose drawing is being submitted. */
  submitting: 'inkling_submitting',
  /** The text that was typed or is waiting to be sent as a guess, and the id of its turn. */
  guessDraft: 'inkling_guess',
  /** 'true' while the copy of the device id has not been read, and onboarding is not done. */
  copyUnread: 'inkling_copy_unread',
  /** In session storage. */
  historyCache: 'inkling_history',
  /** In session storage: the paths of the pages of this tab. */
  trail: 'inkling_trail',
  /** In session storage: set when this device has become one of another player, until they are welcomed. */
  moved: 'inkling_moved',
} as const

/**
 * Why this browser does not keep what the game stores. full: no room for a drawing. refused: nothing is stored (private
 * windows, blocked cookies). deleted: the browser has deleted everything since the last visit.
 */
export type StorageTrouble = 'full' | 'refused' | 'deleted'

/** The first trouble of this page load, to tell the player once. */
export const useStorageTrouble = create<{ trouble: StorageTrouble | null }>(() => ({ trouble: null }))

export const reportTrouble = (trouble: StorageTrouble): void =>
  useStorageTrouble.setState((now) => ({ trouble: now.trouble ?? trouble }))

/**
 * Text by key. A browser may refuse storage (private windows, a full quota, blocked cookies). The game works without
 * it, so a refusal is logged until the player is told, and not thrown.
 */
export interface TextStorage {
  get: (key: string) => string | null
  /** Returns whether the value was stored. */
  set: (key: string, value: string) => boolean
  remove: (key: string) => void
  keys: () => string[]
}

/** Firefox has a name of its own for this error. */
const isFull = (error: unknown): boolean =>
  error instanceof DOMException && /^(QuotaExceededError|NS_ERROR_DOM_QUOTA_REACHED)$/.test(error.name)

function tolerant(open: () => Storage): TextStorage {
  const attempt = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(open())
    } catch (error) {
      if (useStorageTrouble.getState().trouble === null) console.info('This browser refuses storage:', error)
      // A full storage is reported by what needs the room.
      if (!isFull(error)) reportTrouble('refused')
      return otherwise
    }
  }
  return {
    get: (key) => attempt((storage) => storage.getItem(key), null),
    set: (key, value) =>
      attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    keys: () => attempt((storage) => Object.keys(storage), []),
  }
}

/** Survives closing the tab. */
export const local = tolerant(() => window.localStorage)
/** Lost when the tab is closed. */
export const tab = tolerant(() => window.sessionStorage)

/** The ids of a list in local storage. A damaged list is empty. */
export function keptIds(key: string): string[] {
  try {
    const ids: unknown = JSON.parse(local.get(key) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Stores the last `max` of the ids, the newest last, and returns them. */
export function keepIds(key: string, ids: readonly string[], max: number): string[] {
  const kept = ids.slice(-max)
  local.set(key, JSON.stringify(kept))
  return kept
}
