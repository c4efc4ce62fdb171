import type { Chance } from './chance.ts'

const NAMES = [
  'Ada',
  'Bruno',
  'Cleo',
  'Dara',
  'Elif',
  'Finn',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaya',
  'Luca',
  'Mina',
  'Nils',
  'Olga',
  'Pablo',
  'Quinn',
  'Rosa',
  'Sami',
  'Tilda',
  'Uma',
  'Viggo',
  'Wanda',
  'Ximena',
  'Yuki',
  'Zora',
]
const AVATARS = [
  '🦊',
  '🐸',
  '🐙',
  '🦉',
  '🐢',
  '🐝',
  '🦁',
  '🐧',
  '🐨',
  '🦋',
  '🐳',
  '🦔',
  '🐿️',
  '🦜',
  '🐞',
  '🦒',
]
const MOODS = ['Quiet', 'Merry', 'Sleepy', 'Brave', 'Curious', 'Dizzy', 'Gentle', 'Nimble']
const ANIMALS = ['Owls', 'Otters', 'Foxes', 'Beetles', 'Herons', 'Badgers', 'Newts', 'Magpies']

export interface Somebody {
  readonly username: string
  readonly avatar: string
}

/** Creates `count` people with different names. After 26 names, they get a number. */
export function people(chance: Chance, count: number): Somebody[] {
  const first = chance.between(0, NAMES.length - 1)
  return Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / NAMES.length)
    const name = NAMES[(first + at * 7) % NAMES.length] ?? 'Ada'
    return { username: round === 0 ? name : `${name}${round + 1}`, avatar: chance.pick(AVATARS) }
  })
}

export const groupName = (chance: Chance): string => `${chance.pick(MOODS)} ${chance.pick(ANIMALS)}`
