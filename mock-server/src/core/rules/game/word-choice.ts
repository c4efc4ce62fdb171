import { DAY_MS } from '../../contract/constants.ts'
import { fnv1a } from '../fnv1a.ts'
import type { GameDay } from '../time/day.ts'
import type { Game } from './game.ts'

/**
 * The word of a group's game. The words form a circle, in which the place of a word depends only on the word and the
 * group's seed, and each day moves on to the next word. A word returns only after a whole round: with 180 words, after
 * 180 days. Adding or removing words anywhere in the list does not move the others.
 *
 * @param seed the group's 32-bit seed. It is a secret: all future words can be computed from it.
 * @param latest the group's latest game before `day`; undefined if there is none whose word must not return yet
 * @throws RangeError if the list is empty.
 */
export function groupWord(
  words: readonly string[],
  seed: number,
  day: GameDay,
  latest: Pick<Game, 'day' | 'word'> | undefined,
): string {
  const placeOf = (word: string): number => scrambled(fnv1a(word) ^ seed)
  const circle = words.map((word) => ({ word, place: placeOf(word) })).sort((a, b) => a.place - b.place)
  if (!latest) return itemAt(circle, dayNumber(day)).word
  const next = circle.filter(({ place }) => place <= placeOf(latest.word)).length
  return itemAt(circle, next + dayNumber(day) - dayNumber(latest.day) - 1).word
}

/** Maps 32 bits to 32 others, so that similar numbers give different ones (the last step of MurmurHash3). */
function scrambled(bits: number): number {
  const once = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}

/** The word of a public game, which is chosen at random. @throws RangeError if the list is empty. */
export const publicWord = (words: readonly string[], seed: number): string => itemAt(words, seed)

function itemAt<T>(list: readonly T[], at: number): T {
  const item = list[at % list.length]
  if (item === undefined) throw new RangeError('The word list is empty')
  return item
}

const dayNumber = (day: GameDay): number => Date.parse(day) / DAY_MS
