import type { Call } from './played-step.ts'

/* Which calls are chosen, and how often. */

/** What the actions of one exploration are mostly about, so that calls that depend on one another come together. */
export interface Theme {
  /** The calls that are made more often. */
  readonly calls: readonly string[]
  /** How often players play on, against other actions. */
  readonly play: number
  /** How often the clock moves. */
  readonly clock: number
  /** How many players begin in a group; the others jump into public games. */
  readonly members: number
  /** What the players begin with, apart from groups and games of today. */
  readonly prepared?: 'games' | 'blocks' | 'devices' | 'phones'
}

/** The calls of each are separated by blanks. */
const THEMES: readonly (Omit<Theme, 'calls'> & { readonly calls: string })[] = [
  { calls: '', play: 0.6, clock: 0.02, members: 3 },
  { calls: 'submit-turn skip-turn yesterday history', play: 0.65, clock: 0.15, members: 4 },
  {
    calls:
      'leave-group kick-member join-group update-group-settings renew-group-code let-back-in kept-out group lookup-group public-results',
    play: 0.4,
    clock: 0.04,
    members: 5,
  },
  {
    calls: 'jump-in block unblock skip-turn',
    play: 0.6,
    clock: 0.03,
    members: 0,
    prepared: 'blocks',
  },
  {
    calls: 'add-reaction remove-reaction reactions game public-results block leave-group',
    play: 0.3,
    clock: 0.05,
    members: 5,
    prepared: 'games',
  },
  {
    calls:
      'report decide take-back-report reports list-reports inspect-report inspect-player moderation-log acknowledge-warning profile',
    play: 0.45,
    clock: 0.05,
    members: 5,
    prepared: 'games',
  },
  {
    calls:
      'create-move-code move-here preview-move devices remove-device sign-out-others delete-account sign-in-device join-group profile',
    play: 0.3,
    clock: 0.08,
    members: 5,
    prepared: 'devices',
  },
  {
    calls:
      'register-token unregister-token update-notification-settings notification-settings nudge tokens start-turn',
    play: 0.6,
    clock: 0.15,
    members: 5,
    prepared: 'phones',
  },
  {
    calls: 'create-mock-game complete-user-game history yesterday export-account daily-stats',
    play: 0.4,
    clock: 0.12,
    members: 3,
    prepared: 'games',
  },
]

/** How much more often the calls of a theme are made. */
const THEME_WEIGHT = 6

/** Every theme comes once before one comes again. */
export function themeAt(at: number): Theme {
  const { calls, ...theme } = THEMES[at % THEMES.length] as (typeof THEMES)[number]
  return { ...theme, calls: calls.split(' ') }
}

/** How often a call is chosen, against one of an ordinary call. */
export const WEIGHTS: Readonly<Record<string, number>> = {
  'add-reaction': 6,
  'remove-reaction': 3,
  decide: 4,
  report: 4,
  'join-group': 4,
  'submit-turn': 3,
  'create-mock-game': 2,
  nudge: 3,
  // What one change sets, the next one must keep.
  'update-group-settings': 3,
  'update-notification-settings': 3,
  'delete-account': 0.4,
  'complete-user-game': 0.5,
}
/** How often a call that reads is chosen: the others show less. */
export const READ_WEIGHTS: Readonly<Record<string, number>> = {
  today: 8,
  game: 6,
  'public-results': 6,
  yesterday: 3,
  history: 3,
  reactions: 4,
  group: 3,
}
/** Calls that change what those who listen to reactions hear, or may hear. */
export const HEARD = new Set(
  'add-reaction remove-reaction leave-group kick-member delete-account sign-out-others remove-device'.split(
    ' ',
  ),
)
export const RACES = 'start-turn join-group add-reaction jump-in submit-guess leave-group report'.split(' ')
/** Different calls at the same moment. */
export const PAIRS = [
  ['submit-turn', 'skip-turn'],
  ['start-turn', 'leave-group'],
  ['join-group', 'leave-group'],
  ['add-reaction', 'remove-reaction'],
  ['update-group-settings', 'join-group'],
  ['register-token', 'update-profile'],
] as const

/** A list in which each call stands as often as its weight and the theme say. */
export const weighted = (calls: readonly Call[], weights: Readonly<Record<string, number>>, theme: Theme) =>
  calls.flatMap(([name]) => {
    const weight = (weights[name] ?? 1) * (theme.calls.includes(name) ? THEME_WEIGHT : 1)
    return new Array<string>(Math.round(10 * weight)).fill(name)
  })
