import { type Key, letterOf } from './keys.ts'

/** How far each key moves in a list or a text. */
const MOVES: Readonly<Record<string, number>> = {
  up: -1,
  k: -1,
  down: 1,
  j: 1,
  'page-up': -10,
  'page-down': 10,
  home: Number.NEGATIVE_INFINITY,
  g: Number.NEGATIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
  G: Number.POSITIVE_INFINITY,
}

/** The index in a list after a key; null if the key does not move the selection. */
export function indexAfter(key: Key, at: number, length: number): number | null {
  const by = MOVES[letterOf(key)]
  return by === undefined ? null : Math.max(0, Math.min(length - 1, at + by))
}

/** By how many lines a key scrolls down; null if it does not scroll by lines. */
export function scrolledBy(key: Key): number | null {
  const by = MOVES[letterOf(key)] ?? Number.NaN
  return Number.isFinite(by) ? by : null
}
