import { fold } from '../../src/core/scoring/words/fold.ts'

/** Unicode's emoji subgroups whose members people consider things of the same kind. */
const KIND_OF_SUBGROUP: Record<string, string> = {
  'animal-mammal': 'mammal',
  'animal-bird': 'bird',
  'animal-amphibian': 'reptile',
  'animal-reptile': 'reptile',
  'animal-marine': 'sea animal',
  'animal-bug': 'bug',
  'plant-flower': 'flower',
  'food-fruit': 'fruit',
  'food-vegetable': 'vegetable',
  'food-prepared': 'dish',
  'food-asian': 'dish',
  'food-sweet': 'sweet',
  'transport-ground': 'vehicle',
  'transport-water': 'vehicle',
  'transport-air': 'vehicle',
  clothing: 'clothing',
  'musical-instrument': 'musical instrument',
  tool: 'tool',
  writing: 'writing tool',
  sport: 'sport',
}
/** Categories of the game's words that are also kinds. */
const KIND_OF_CATEGORY: Record<string, string> = {
  clothes: 'clothing',
  vehicles: 'vehicle',
  sports: 'sport',
  tools: 'tool',
  body: 'body part',
  shapes: 'shape',
}
/** Members of a subgroup or category that are not things of its kind. */
const NOT_OF_A_KIND = new Set(
  (
    'paw prints, pig nose, feather, wing, spiral shell, spider web, microbe, hatching chick, nest with eggs, oil drum, ' +
    'fuel pump, wheel, stop sign, construction, anchor, station, bus stop, motorway, railway track, ring buoy, ' +
    'airplane departure, airplane arrival, parachute, seat, satellite, police car light, bouquet, rosette, cooking, ' +
    'salt, butter, canned food, honey pot, steaming bowl, takeout box, pot of food, goal net, diving mask, medal, ' +
    'trophy, bullseye, pool, shopping bags, gem stone, hair pick, crown, ring, lipstick, prayer beads, shield, bomb, ' +
    'link, chains, broken chain, hook, memo, balance scale, gear, heart, broken heart, smiley face, horizontal ' +
    'traffic light, vertical traffic light, goggles, folding hand fan, magnet, white cane, boomerang, bow and arrow, nail, bowling'
  ).split(', '),
)
/** Further everyday things of each kind, most of them without an emoji. */
const MORE: Record<string, string> = {
  mammal:
    'lamb, calf, foal, kitten, puppy, piglet, squirrel, mole, seal, ferret, guinea pig, hyena, jaguar, cheetah, puma',
  bird: 'pigeon, seagull, crow, raven, robin, sparrow, ostrich, hen, pelican, stork, vulture, hawk, woodpecker, toucan',
  reptile: 'toad, newt, salamander, tortoise, alligator, chameleon, iguana, gecko, cobra, dinosaur',
  'sea animal':
    'starfish, seahorse, sea turtle, stingray, narwhal, goldfish, clownfish, pufferfish, clam, eel, walrus',
  bug: 'bee, wasp, bumblebee, ladybug, caterpillar, dragonfly, grasshopper, moth, centipede, firefly, flea, slug',
  flower:
    'daisy, lily, daffodil, orchid, poppy, violet, lavender, pansy, carnation, iris, snowdrop, dandelion, marigold',
  fruit:
    'apple, orange, plum, apricot, raspberry, blackberry, cranberry, kiwi, papaya, fig, grapefruit, cherry, grape',
  vegetable:
    'corn, lettuce, cabbage, cauliflower, celery, spinach, radish, turnip, beetroot, asparagus, leek, pea, pumpkin, chili pepper, mushroom',
  sweet:
    'cake, chocolate, ice cream, brownie, muffin, popsicle, pancake, pudding, jelly, cheesecake, marshmallow',
  dish: 'soup, pasta, noodles, omelette, steak, lasagna, burger, fried egg',
  drink:
    'coffee, tea, juice, milk, lemonade, soda, water, beer, wine, hot chocolate, milkshake, smoothie, cola',
  vehicle:
    'van, truck, lorry, motorbike, boat, submarine, yacht, raft, kayak, sailboat, jeep, limousine, scooter, spaceship, rowing boat, balloon',
  clothing:
    'shirt, pants, trousers, skirt, blouse, sweater, jacket, hat, cap, shoe, sock, boot, glove, mitten, belt, tie, vest, cloak, slipper, sandal',
  'musical instrument':
    'piano, cello, clarinet, drums, tuba, oboe, bassoon, xylophone, tambourine, ukulele, harmonica, recorder, organ, viola, french horn, bagpipes',
  tool: 'saw, drill, pliers, rake, spade, chisel, crowbar, pickaxe, hoe, file, spanner, shovel, mallet',
  'writing tool': 'marker, chalk, quill, highlighter, felt tip, ballpoint',
  sport:
    'soccer, football, tennis, golf, hockey, rugby, boxing, swimming, skiing, judo, karate, archery, fencing, surfing',
  'body part':
    'head, neck, shoulder, elbow, wrist, finger, thumb, toe, heel, ankle, chest, stomach, back, chin, cheek, lip, tongue, forehead, eyebrow, hair',
  color:
    'red, blue, green, yellow, orange, purple, pink, brown, black, white, gray, grey, turquoise, violet, beige, gold, silver',
  shape:
    'rectangle, oval, pentagon, star, diamond, cube, sphere, cone, cylinder, pyramid, rhombus, heart, crescent',
  cutlery: 'knife, fork, spoon, chopsticks, teaspoon, ladle, spatula',
  tableware: 'plate, bowl, cup, mug, glass, saucer, teapot, jug',
  furniture:
    'table, chair, bed, couch, sofa, desk, shelf, bookcase, cupboard, wardrobe, dresser, stool, bench, armchair, drawer',
  weather:
    'rain, snow, hail, fog, wind, thunder, lightning, storm, tornado, hurricane, cloud, sunshine, blizzard',
  season: 'spring, summer, autumn, fall, winter',
  jewelry: 'ring, necklace, bracelet, earring, crown, tiara, brooch, pendant',
  royalty: 'king, queen, prince, princess, duke, emperor, empress',
  'family member':
    'mother, father, sister, brother, grandmother, grandfather, aunt, uncle, son, daughter, cousin, baby',
  'number word':
    'one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, hundred, thousand',
  'heavenly body': 'sun, moon, star, planet, comet, earth, mars, jupiter, saturn, venus, asteroid',
  weapon: 'sword, spear, dagger, lance, bow, crossbow, cannon, catapult, mace',
  'water place': 'river, lake, pond, sea, ocean, stream, waterfall, lagoon, bay',
  appliance:
    'oven, stove, microwave, toaster, refrigerator, fridge, dishwasher, washing machine, blender, kettle',
  'fabulous creature':
    'dragon, unicorn, fairy, mermaid, witch, wizard, ghost, vampire, zombie, elf, dwarf, giant, troll, ogre, genie, monster, werewolf, goblin, phoenix, centaur',
}

export interface Emoji {
  readonly label: string
  readonly subgroup: string
}

/**
 * Maps folded words and phrases to the kind of thing they name. If sources disagree, MORE takes precedence over emoji,
 * and emoji over the word list.
 */
export function kindsOfThings(
  emojis: readonly Emoji[],
  gameWords: readonly { readonly word: string; readonly category: string }[],
): Map<string, string> {
  const kinds = new Map<string, string>()
  const add = (name: string, kind: string | undefined) => {
    const { text } = fold(name)
    if (kind !== undefined && !kinds.has(text)) kinds.set(text, kind)
  }
  for (const [kind, names] of Object.entries(MORE)) for (const name of names.split(', ')) add(name, kind)
  const addIfOfKind = (name: string, kind: string | undefined) => {
    if (!NOT_OF_A_KIND.has(fold(name).text)) add(name, kind)
  }
  for (const { label, subgroup } of emojis)
    addIfOfKind(label.replace(/ face$/, ''), KIND_OF_SUBGROUP[subgroup])
  for (const { word, category } of gameWords) addIfOfKind(word, KIND_OF_CATEGORY[category])
  return kinds
}
