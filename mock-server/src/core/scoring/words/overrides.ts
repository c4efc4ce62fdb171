import type { MatchCategory } from '../../contract/match-categories.ts'

type Override = Extract<MatchCategory, 'RELATED' | 'CATEGORY' | 'ASSOCIATED'>

/**
 * Common knowledge that the lexicon lacks: animals are RELATED to the names of their young and of their males and
 * females, and some things are known to belong together.
 */
const PAIRS: Record<Override, string> = {
  RELATED:
    'cat kitten, dog puppy, cow calf, cow bull, horse foal, horse pony, horse colt, horse mare, horse stallion, ' +
    'sheep lamb, sheep ram, sheep ewe, goat kid, pig piglet, duck duckling, goose gosling, swan cygnet, ' +
    'chicken chick, chicken hen, chicken rooster, eagle eaglet, owl owlet, bear cub, lion cub, lion lioness, ' +
    'tiger cub, wolf cub, fox cub, deer fawn, deer doe, deer stag, frog tadpole, kangaroo joey, ' +
    'butterfly caterpillar, whale calf, elephant calf, seal pup, rabbit hare, turtle tortoise',
  CATEGORY: 'knife fork, knife spoon, fork spoon, castle palace, castle fortress, castle tower',
  ASSOCIATED:
    'dog bone, dog leash, dog kennel, witch broom, witch cauldron, wizard wand, cat yarn, cat milk, bird nest, ' +
    'bee hive, bee honey, spider web, pirate treasure, pirate ship, king throne, knight sword, knight horse, ' +
    'princess crown, mouse cheese, monkey banana, rabbit carrot, squirrel nut, squirrel acorn, penguin ice, ' +
    'camel desert, panda bamboo, santa claus reindeer, santa claus sleigh, ghost sheet, vampire blood, ' +
    'cowboy horse, cowboy hat, fisherman fish, chef hat, astronaut rocket, astronaut moon, clown circus',
}

const OVERRIDES = new Map<string, Override>()
for (const category of Object.keys(PAIRS) as Override[]) {
  for (const pair of PAIRS[category].split(', ')) {
    // The last word is one phrase, all words before it are the other: "santa claus reindeer".
    const at = pair.lastIndexOf(' ')
    OVERRIDES.set(key(pair.slice(0, at), pair.slice(at + 1)), category)
  }
}

/** The category of two folded phrases if this list defines it. */
export const overrideFor = (a: string, b: string): Override | undefined => OVERRIDES.get(key(a, b))

function key(a: string, b: string): string {
  return a < b ? `${a}|${b}` : `${b}|${a}`
}
