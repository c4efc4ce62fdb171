import manifest from '../../../../package.json' with { type: 'json' }

/* The constants of the game and the limits of the API. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

export const PRODUCT = 'Inkling'
/** The version of the product, from the package.json of the repository. */
export const VERSION = manifest.version

/**
 * Preserves the device id if local storage is cleared. Browsers store a cookie for at most 400 days. They accept this
 * prefix only from the host itself over TLS, so no other subdomain can plant the id of another player.
 */
export const DEVICE_COOKIE = { name: '__Host-inkling_device', maxAgeSeconds: (400 * DAY) / SECOND } as const

export const TURN = {
  /** The time limit of a turn. A turn also ends at the end of its day. */
  limitMs: 5 * MINUTE,
  /** The grace period, in which submissions sent just before the end of a turn are still accepted. */
  graceMs: 10 * SECOND,
  /** Seconds that a client assumes if the server sends no expiry. */
  fallbackSeconds: { drawing: 300, guess: 600 },
} as const

/** When the house player takes its turn (API.md, House player). */
export const HOUSE_TURN = {
  beforeMidnightMs: 30 * MINUTE,
  /** How long a public game waits for a second player. */
  publicWaitMs: 60 * MINUTE,
  /** How often a server looks for such games. */
  checkMs: MINUTE,
} as const

export const GUESS = {
  attempts: 5,
  maxLength: 60,
  /** How long a result is shown on the button, and a locked word on the screen. */
  resultMs: 2 * SECOND,
} as const

export const GROUP = {
  codeLength: 6,
  nameMaxAtCreation: 30,
  nameMaxInSettings: 50,
  maxMembers: 50,
  /** How many faces an invitation shows. */
  facesMax: 5,
  pollMs: 10 * SECOND,
  newMemberBannerMs: 3 * SECOND,
} as const

export const REPORT = {
  noteMaxLength: 200,
  perDay: 20,
  /** So many reports dismissed within so many days take the weight from a player's reports for as many days. */
  dismissed: 3,
  dismissedDays: 30,
  /** A turn passed with a report keeps the streak once in so many days. */
  excusedEveryDays: 7,
} as const

export const BLOCK = { max: 200 } as const

/** Pages and suspensions of moderation. */
export const MODERATION = { pageDefault: 20, pageMax: 100, maxDays: 365 } as const

/** Pages of what admins list. */
export const LIST = { pageMax: 1000 } as const

/** What the operator tells all players. */
export const ANNOUNCEMENT = { maxLength: 200, max: 5, defaultHours: 24, maxHours: 30 * 24 } as const

/** Pages of the list of admin calls, and how long it has a call. */
export const ADMIN_CALLS = { pageDefault: 50, pageMax: 500, keptDays: 90 } as const

/** Moving a player to another device. */
export const MOVE = { codeLength: 8, codeLifeMs: 10 * MINUTE, maxDevices: 5 } as const

export const PUBLIC_GAME = { players: 8, shortQueue: 3 } as const

export const USERNAME = { min: 2, max: 20 } as const

export const CANVAS = {
  size: 350,
  background: '#FFFFFF',
  brush: { min: 2, max: 30, default: 5 },
  eraserFactor: 2,
} as const

/** The ten drawing colours, with names for colour-blind players. */
export const PALETTE = [
  { name: 'black', hex: '#000000' },
  { name: 'grey', hex: '#888888' },
  { name: 'blue', hex: '#366EFB' },
  { name: 'purple', hex: '#912EDD' },
  { name: 'pink', hex: '#FF69B4' },
  { name: 'red', hex: '#ED4444' },
  { name: 'orange', hex: '#F79A28' },
  { name: 'yellow', hex: '#FFEE00' },
  { name: 'green', hex: '#49D849' },
  { name: 'brown', hex: '#835C0E' },
] as const

/** Limits of the drawings that the server accepts. */
export const DRAWING = {
  maxBytes: 512 * 1024,
  minSide: 32,
  maxSide: 1024,
  strokeChunk: 'inKl',
  strokeChunkMaxBytes: 20_000,
} as const

export const DRAWING_AUTOSAVE = { everyMs: 5 * SECOND, expiryMs: 60 * MINUTE, keep: 3 } as const

export const POLL = { todayMs: 5 * SECOND, statsHeaderMs: 30 * SECOND, statsHomeMs: 10 * SECOND } as const
export const CACHE = { resultsMs: 5 * MINUTE } as const
export const PING = {
  checkMs: 3 * SECOND,
  activeMs: 3 * SECOND,
  restMs: 3 * SECOND,
  moveThrottleMs: SECOND,
} as const
export const SHELL = {
  splashMs: 500,
  reconnectBannerMs: 5 * SECOND,
  submittedRedirectMs: 2 * SECOND,
  reviewDelayMs: 2 * SECOND,
  pushCheckDelayMs: SECOND,
  bridgeWaitMs: 3 * SECOND,
  webkitCallbackMs: 5 * SECOND,
} as const

export const REACTION = { animationMs: 1200, recentReactors: 3 } as const

export const HISTORY = { pageDefault: 10, pageMax: 50, loadMoreFrom: 10 } as const

/** How long reported content of a deleted account waits for moderators, and an account with which nobody has played. */
export const RETENTION = 30 * DAY

/** More push tokens of a player replace the oldest. */
export const PUSH_TOKENS = { max: 10 } as const

export const TOKEN = { lifeDays: 30, suggestRenewalUnderDays: 14, renewUnderDays: 7 } as const

export const DEVICE_ID = { min: 16, max: 128 } as const

export const BODY = { maxBytes: 1024 * 1024, worldMaxBytes: 256 * 1024 * 1024 } as const

/** The max delay of a fault: a longer one would look like a lost call. */
export const FAULT = { maxDelayMs: 10 * MINUTE } as const

export const DEFAULT_TIME_ZONE = 'America/New_York'
export const DAY_MS = DAY
