import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { DAY_MS } from '../contract/constants.ts'
import type { GameDay } from './day.ts'

/**
 * The word of the day for a group. The group's seed shuffles the list, and each day takes the next word, so a word
 * repeats only after all others have been used: with a list of 180 words, after 180 days.
 *
 * @param seed the group's 32-bit seed. It is a secret: all future words can be computed from it.
 * @throws RangeError if the list is empty.
 */
export function wordOfDay(words: readonly string[], seed: number, day: GameDay): string {
  const order = shuffled(words, seed)
  const word = order[(Date.parse(day) / DAY_MS) % order.length]
  if (word === undefined) throw new RangeError('The word list is empty')
  return word
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = xoroshiro128plus(seed)
  const order = [...items]
  for (let at = order.length - 1; at > 0; at--) {
    const other = uniformInt(random, 0, at)
    const [here, there] = [order[at] as T, order[other] as T]
    order[at] = there
    order[other] = here
  }
  return order
}
