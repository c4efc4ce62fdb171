import { Random } from '@inkling/fixtures/random'
import { AVATARS, FIRST_NAMES } from '@inkling/mock-server/rules/username/generated-players'

const MOODS = ['Quiet', 'Merry', 'Sleepy', 'Brave', 'Curious', 'Dizzy', 'Gentle', 'Nimble']
const ANIMALS = ['Owls', 'Otters', 'Foxes', 'Beetles', 'Herons', 'Badgers', 'Newts', 'Magpies']

export interface Person {
  readonly username: string
  readonly avatar: string
}

/** Creates `count` people with different names. After 26 names, they get a number. */
export function people(random: Random, count: number): Person[] {
  const first = random.whole(0, FIRST_NAMES.length - 1)
  return Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / FIRST_NAMES.length)
    const name = FIRST_NAMES[(first + at * 7) % FIRST_NAMES.length] ?? 'Ada'
    return { username: round === 0 ? name : `${name}${round + 1}`, avatar: random.pick(AVATARS) }
  })
}

/** The same person for the same seed. */
export const person = (seed: string): Person => people(new Random(seed), 1)[0] as Person

export const groupName = (random: Random): string => `${random.pick(MOODS)} ${random.pick(ANIMALS)}`
