import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { DAY_MS } from '../contract/constants.ts'
import type { GameDay } from './day.ts'

/**
 * A group's word of the day: the list in an order of the group's own, one word a day. No word comes back before all
 * others were there, which is how it rests for at least 180 days in a list of that length.
 * @param seed a 32-bit number of the group's own; whoever knows it knows all words to come.
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
