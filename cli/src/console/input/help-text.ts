import type { Mode } from '../state/state.ts'

type HelpLine = readonly [keys: string, what: string]

/** The keys of the reports and what they do. */
const REPORT_KEYS: readonly HelpLine[] = [
  ['↑ ↓  j k', 'choose a report'],
  ['d', 'dismiss: what was reported stays'],
  ['h  r', 'hide it for everybody, show it again'],
  ['w  s  b', 'hide it and warn, suspend or ban its author'],
  ['u', 'undo the last decision of this console'],
  ['t', 'add a note, in the question before a decision'],
  ['Space', 'mark several reports for one decision'],
  ['e', 'decide all open reports of the author'],
  ['p', "the author's page, where l ends a suspension"],
  ['← →', 'choose a step of the reported game'],
  ['/', 'find a player'],
  ['x  o', 'decided or open reports; newest, oldest, most reported first'],
  ['i  f', 'maintenance and announcements, and fault injection'],
  ['Esc', 'back to the games, which have these keys:'],
]

/** The keys of the games and what they do. */
const GAME_KEYS: readonly HelpLine[] = [
  ['↑ ↓  j k', 'choose a game'],
  ['PgUp PgDn', 'ten games up or down'],
  ['g  G', 'the first, the last game'],
  ['← →', 'choose a step of its chain'],
  ['Enter', 'show only the chain'],
  ['n', 'the game of the newest event'],
  ['o', 'sort games by name or by last event'],
  ['/', 'filter games by group, word, player, id, or what is going on:'],
  ['', 'playing, overdue, waiting, active, open, over; and find'],
  ['', 'players and groups of the server: ↓ chooses, Enter acts'],
  ['x', 'what can be done with the selected game and its players'],
  ['i', 'announcements, maintenance, turns, what admins have changed'],
  [':', 'run any inkling command; Tab completes, ↑ recalls'],
  ['y', 'copy the last action as curl'],
  ['v', 'all games on a time axis'],
  ['d', "close earlier games and create today's"],
  ['m', 'create a completed game for a player, dated yesterday'],
  ['c', 'let simulated players finish the selected game'],
  ['h', "rebuild a player's history from the games"],
  ['b', 'let bots play a game'],
  ['s', 'scenario files: choose, run, fold steps'],
  ['a', 'what players report: d h r w s b decide, u undoes a decision;'],
  ['', 'Space marks several, e all of a player, p shows their page,'],
  ['', '/ finds a player, x shows decided reports, t adds a note'],
  ['w', 'watch the current or latest load test'],
  ['t  f', "the server's clock, and fault injection"],
  ['l', 'all commands with their output'],
  ['r  Ctrl-L', 'reload everything, redraw the screen'],
  ['Esc', 'close the open view, or clear the filter'],
  ['q  Ctrl-C', 'quit'],
  ['Ctrl-Z', 'suspend; fg in the shell resumes'],
]

/** The marks of players, their colours and meanings. */
export const HELP_MARKS: readonly (readonly [string, string, string])[] = [
  ['●', 'green', 'has played'],
  ['◐', 'yellow', 'has the turn'],
  ['○', 'gray', 'waits'],
  ['✕', 'red', 'was skipped'],
]

/** All keys, those of the view that the help was opened in first. */
export const helpKeysOf = (view?: Mode): readonly HelpLine[] =>
  view?.name === 'moderation' ? [...REPORT_KEYS, ...GAME_KEYS] : GAME_KEYS
