import type { Call } from './played-step.ts'
import { THEME_WEIGHT, type Theme } from './themes.ts'

/* Which calls are chosen, and how often. */

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
