/** Words spelled differently in British and American English; the American spelling is second. */
const PAIRS =
  'colour color, grey gray, centre center, theatre theater, metre meter, litre liter, fibre fiber, tyre tire, ' +
  'kerb curb, plough plow, pyjamas pajamas, pyjama pajama, moustache mustache, jewellery jewelry, armour armor, ' +
  'harbour harbor, neighbour neighbor, flavour flavor, honour honor, humour humor, labour labor, odour odor, ' +
  'vapour vapor, parlour parlor, rumour rumor, saviour savior, savour savor, behaviour behavior, ' +
  'catalogue catalog, dialogue dialog, cheque check, draught draft, programme program, aluminium aluminum, ' +
  'aeroplane airplane, doughnut donut, yoghurt yogurt, omelette omelet, sceptre scepter, sabre saber, ' +
  'spectre specter, calibre caliber, traveller traveler, jeweller jeweler, woollen woolen, ' +
  'axe ax, gaol jail, whisky whiskey, mould mold, cosy cozy, czar tsar, ' +
  'defence defense, licence license, practise practice, sulphur sulfur, enquiry inquiry, ' +
  'analyse analyze, organise organize, realise realize, paralyse paralyze, mum mom, mummy mommy, maths math, ' +
  'artefact artifact, carburettor carburetor, chequered checkered, favourite favorite, grandad granddad, ' +
  'manoeuvre maneuver, pedlar peddler, skilful skillful, tonne ton, waggon wagon'

const AMERICAN = new Map(
  PAIRS.split(', ').map((pair) => {
    const [british = '', american = ''] = pair.split(' ')
    return [british, american]
  }),
)

/** The American spelling of a word, or the word itself if the spellings do not differ. */
export const american = (word: string): string => AMERICAN.get(word) ?? word
