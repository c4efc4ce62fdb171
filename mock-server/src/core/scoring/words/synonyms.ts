/**
 * Everyday names for the same thing, one group per line. It has only names that players use and that dictionaries lack
 * (nicknames, brands, short forms) or do not list as synonyms.
 */
const GROUPS = `
  airplane, plane, jet plane
  alien, extraterrestrial, et
  automobile, car, auto
  backpack, rucksack, knapsack
  bandage, band aid, plaster
  bathtub, bath, tub
  bicycle, bike, push bike
  birthday cake, bday cake
  brontosaurus, sauropod, long neck dinosaur
  bug, insect
  bullseye, dartboard, target
  bunny, rabbit, bunny rabbit
  candy, sweets, sweet
  carousel, merry go round
  cat, kitty, kitty cat, pussycat
  cell phone, mobile phone, mobile, smartphone, iphone, cellphone
  chick, baby chicken
  chimp, chimpanzee
  christmas tree, xmas tree
  clapper board, clapperboard, movie clapper
  cooler, ice box, cool box
  couch, sofa, settee
  cookie, biscuit
  croc, crocodile
  dinosaur, dino
  dog, doggy, doggie, pooch
  drums, drum set, drum kit
  dumbbell, hand weight
  eggplant, aubergine
  elevator, lift
  emu, emu bird
  eraser, rubber
  faucet, tap
  fire truck, fire engine
  flashlight, torch
  fishing pole, fishing rod
  flip flops, flip flop, thongs
  flying saucer, ufo, spaceship
  football, soccer ball, soccer
  french fries, fries, chips
  frying pan, skillet, frypan
  game controller, gamepad, controller, joypad
  garbage can, trash can, dustbin, garbage bin, rubbish bin, trash bin, bin
  gift, present
  glasses, spectacles, eyeglasses, specs
  goldfish, gold fish
  hamburger, burger, cheeseburger
  headphones, headset, earphones
  heart, love heart
  hippo, hippopotamus
  hat, cap
  hot air balloon, air balloon
  house, home
  ice skate, skate
  jack o lantern, halloween pumpkin, carved pumpkin
  jail, prison
  kick scooter, scooter
  ladybug, ladybird, lady beetle
  laptop, notebook computer
  lawn mower, mower, grass cutter
  life ring, life buoy, lifebuoy, life preserver, life saver
  light bulb, bulb, lightbulb
  lightning, lightning bolt, thunderbolt
  locomotive, steam engine, steam train, train engine
  loudspeaker, speaker
  magic wand, wand
  magnifying glass, magnifier, loupe
  mailbox, letter box, post box
  marker, felt tip, felt pen
  megaphone, bullhorn, loudhailer
  microphone, mic, mike
  moai, easter island head, easter island statue
  mother, mom, mommy, mama
  father, dad, daddy, papa
  motorcycle, motorbike
  movie camera, film camera, video camera, camcorder
  music note, musical note
  nesting dolls, russian dolls, matryoshka, russian doll
  oven, stove, cooker
  padlock, lock
  panda, panda bear
  pants, trousers
  pickup truck, pickup
  ping pong, table tennis
  playground slide, slide
  police car, cop car, squad car
  popsicle, ice lolly, ice pop
  power outlet, outlet, wall socket, socket, electrical outlet
  electric plug, plug, power plug
  pushpin, thumbtack, drawing pin, push pin
  puppy, pup, puppy dog
  racing car, race car
  refrigerator, fridge, icebox
  remote control, remote
  rhino, rhinoceros
  roller coaster, coaster
  santa claus, santa, father christmas, saint nicholas
  seesaw, teeter totter
  ship, boat
  shooting star, falling star
  shopping cart, shopping trolley, trolley
  shrimp, prawn
  smiley face, smiley, happy face
  sneaker, trainer, running shoe, tennis shoe
  spider web, cobweb
  stairs, stairway, staircase, steps
  street, road
  street light, street lamp, lamppost, streetlamp
  string bean, green bean
  suitcase, luggage
  submarine, sub
  swing set, swing, swings
  t shirt, tee, tee shirt, tshirt
  taxi, cab, taxicab
  teddy bear, teddy, stuffed bear
  telephone, phone
  television, tv, telly, tv set
  tornado, twister
  traffic light, stoplight, traffic signal
  truck, lorry
  vacuum cleaner, vacuum, hoover
  veggie, vegetable
  washing machine, washer, laundry machine
  water drop, droplet, raindrop, drop
  watch, wristwatch
  wheelchair, wheel chair
  yarn, ball of yarn, ball of wool
`

const GROUP_OF = new Map<string, Set<number>>()
for (const [group, line] of GROUPS.trim().split('\n').entries()) {
  for (const name of line.trim().split(', ')) {
    GROUP_OF.set(name, (GROUP_OF.get(name) ?? new Set()).add(group))
  }
}

/** Whether two folded phrases (fold.ts) are everyday names for the same thing. */
export function areSynonyms(a: string, b: string): boolean {
  const groups = GROUP_OF.get(a)
  const others = GROUP_OF.get(b)
  return groups !== undefined && others !== undefined && [...groups].some((group) => others.has(group))
}

/** All names in the list. They are never misspellings. */
export const synonymNames = (): Iterable<string> => GROUP_OF.keys()
