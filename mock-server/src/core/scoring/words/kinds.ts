/** Words that name a whole kind, if they are not just the name of the kind. */
const HEADS: Record<string, string> = {
  mammal: 'mammal, animal',
  bird: 'bird, animal',
  reptile: 'reptile, animal',
  'sea animal': 'sea animal, sea creature, animal',
  bug: 'bug, insect, animal',
  flower: 'flower, plant',
  fruit: 'fruit, food',
  vegetable: 'vegetable, food',
  dish: 'dish, food, fast food, meal',
  sweet: 'sweet, dessert, food',
  drink: 'drink, beverage',
  vehicle: 'vehicle, transport',
  clothing: 'clothing, clothes, garment',
  'musical instrument': 'musical instrument, instrument',
  'writing tool': 'writing tool, stationery',
  'body part': 'body part',
  jewelry: 'jewelry, jewel',
  royalty: 'royalty, monarch',
  'family member': 'family member, family, relative',
  'number word': 'number',
  'fabulous creature': 'creature, monster',
  'water place': 'water',
}

/** Whether a folded phrase names this kind, such as "bird" for birds. */
export function namesKind(phrase: string, kind: string): boolean {
  return (HEADS[kind] ?? kind).split(', ').includes(phrase)
}

/** Groups of kinds that people consider similar. A kind in no group is similar to none. */
const REALMS = [
  ['mammal', 'bird', 'reptile', 'sea animal', 'bug', 'fabulous creature'],
  ['fruit', 'vegetable', 'dish', 'sweet', 'drink'],
  ['cutlery', 'tableware', 'appliance', 'tool', 'weapon', 'furniture'],
  ['clothing', 'jewelry'],
  ['weather', 'heavenly body', 'water place', 'season'],
]

/** Whether two kinds are the same or similar. */
export const areOfOneRealm = (a: string, b: string): boolean =>
  a === b || REALMS.some((kinds) => kinds.includes(a) && kinds.includes(b))
