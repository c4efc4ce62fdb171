/** Words that name a kind of the lexicon as a whole, where they are not just the kind's own name. */
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

/** Whether a folded phrase is the name of this kind: "bird" of the birds. */
export function namesKind(phrase: string, kind: string): boolean {
  return (HEADS[kind] ?? kind).split(', ').includes(phrase)
}

/** Kinds that people still call one sort of thing; any other kind stands alone. */
const REALMS = [
  ['mammal', 'bird', 'reptile', 'sea animal', 'bug', 'fabulous creature'],
  ['fruit', 'vegetable', 'dish', 'sweet', 'drink'],
  ['cutlery', 'tableware', 'appliance', 'tool', 'weapon', 'furniture'],
  ['clothing', 'jewelry'],
  ['weather', 'heavenly body', 'water place', 'season'],
]

/** Whether things of these two kinds can be of one kind in a wider sense. */
export const areOfOneRealm = (a: string, b: string): boolean =>
  a === b || REALMS.some((kinds) => kinds.includes(a) && kinds.includes(b))
