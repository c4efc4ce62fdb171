import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'

/** The headings of API.md with rules that a caller can check, and the calls that each describes. */
export const SECTIONS = {
  'Requests and responses': [],
  'Error codes': [],
  Limits: [],
  'Players and tokens': ['signInDevice', 'renewToken', 'getProfile', 'updateProfile', 'getHistory'],
  Groups: [
    'createGroup',
    'joinGroup',
    'lookupGroup',
    'getGroup',
    'updateGroupSettings',
    'kickMember',
    'leaveGroup',
    'inviteToGroup',
  ],
  'The day': ['getToday', 'jumpIn', 'getDailyStats', 'pingActivity'],
  Turns: ['startTurn', 'submitTurn', 'submitGuess', 'skipTurn'],
  Secrecy: [],
  Scores: [],
  Results: ['getGame', 'getYesterdayResults', 'getPublicResults'],
  Reactions: ['getReactions', 'addReaction', 'removeReaction', 'watchReactions'],
  Notifications: ['registerToken', 'unregisterToken', 'getTokens', 'updateNotificationSettings'],
  Admin: ['triggerDailyGames', 'createMockGame', 'completeUserGame', 'regenerateHistory'],
  Extensions: ['getExtensions'],
  'Reports and hiding': ['report', 'getReports', 'takeBackReport'],
  Blocks: ['getBlocks', 'block', 'unblock'],
  Account: ['exportAccount', 'deleteAccount'],
  Devices: [
    'createMoveCode',
    'previewMove',
    'moveHere',
    'getDevices',
    'removeDevice',
    'signOutOthers',
    'acknowledgeDevice',
  ],
  'Safe groups': ['getKeptOut', 'letBackIn', 'renewGroupCode'],
  Invitations: ['getInvitation'],
  Words: [],
  'Notification times': ['getNotificationSettings'],
  Nudges: ['nudge'],
  'House player': [],
  Announcements: ['getAnnouncements'],
  Moderation: [
    'listReports',
    'inspectReport',
    'decide',
    'getModerationLog',
    'findPlayers',
    'inspectPlayer',
    'acknowledgeWarning',
  ],
} as const satisfies Readonly<Record<string, readonly EndpointName[]>>

export type Section = keyof typeof SECTIONS

const sections = new Map<EndpointName, Section>(
  (Object.keys(SECTIONS) as Section[]).flatMap((section) =>
    SECTIONS[section].map((call) => [call, section] as const),
  ),
)

/** What the last part of a place in a reply says about the rule behind it. */
const BY_FIELD: Readonly<Record<string, Section>> = {
  hidden: 'Reports and hiding',
  review: 'Reports and hiding',
  word: 'Secrecy',
  similarityScore: 'Scores',
  matchCategory: 'Scores',
  matchType: 'Scores',
}

/**
 * The heading of API.md whose rules tell what a reply must be.
 * @param place such as `$.chain[0].hidden` or `header cache-control`
 */
export function sectionOf(call: EndpointName | undefined, place: string): Section {
  if (place.startsWith('header x-token')) return 'Players and tokens'
  if (place.startsWith('header')) return 'Requests and responses'
  const field = /\.(\w+)$/.exec(place)?.[1] ?? ''
  if (call === undefined) return 'Error codes'
  if (call === 'getOutbox') return 'Notification times'
  return BY_FIELD[field] ?? sections.get(call) ?? 'Requests and responses'
}
