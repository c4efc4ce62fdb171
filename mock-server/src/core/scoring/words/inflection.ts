/** Irregular plurals and past forms. */
const FORMS =
  'mice mouse, lice louse, dice die, geese goose, feet foot, teeth tooth, children child, people person, ' +
  'oxen ox, men man, women woman, leaves leaf, loaves loaf, thieves thief, wolves wolf, shelves shelf, ' +
  'elves elf, halves half, calves calf, hooves hoof, scarves scarf, knives knife, wives wife, lives life, ' +
  'cacti cactus, octopi octopus, fungi fungus, hippopotami hippopotamus, indices index, vertices vertex, ' +
  'matrices matrix, ran run, swam swim, swum swim, flew fly, flown fly, drew draw, drawn draw, ate eat, ' +
  'eaten eat, slept sleep, sang sing, sung sing, drank drink, drove drive, wrote write, rode ride, ' +
  'caught catch, threw throw, fell fall, broke break, broken break'
const IRREGULAR = new Map(
  FORMS.split(', ').map((pair) => {
    const [form = '', base = ''] = pair.split(' ')
    return [form, base]
  }),
)

/** Endings of inflected forms and their replacements in the base form, most reliable rule first. */
const PLURAL: readonly (readonly [RegExp, string])[] = [
  [/([^aeiou])ies$/, '$1y'],
  [/(s|x|z|ch|sh|o)es$/, '$1'],
  [/([^sui])s$/, '$1'],
  [/([iu])s$/, '$1'],
  [/men$/, 'man'],
]
const VERBAL: readonly (readonly [RegExp, string])[] = [
  [/([^aeiou])\1ing$/, '$1'],
  [/ing$/, ''],
  [/ing$/, 'e'],
  [/([^aeiou])ied$/, '$1y'],
  [/([^aeiou])\1ed$/, '$1'],
  [/ed$/, ''],
  [/ed$/, 'e'],
]

/** A verb with one short vowel and one final consonant doubles the consonant before an ending (run, running). */
const WANTS_DOUBLING = /^[^aeiou]*[aeiou][^aeiouwxy]$/

/** Possible singulars of the word, most likely first. Uses only its spelling, not a dictionary. */
export const singulars = (word: string): string[] => bases(word, PLURAL)

/** Possible base forms if the word is a verb in -ing or -ed, most likely first. */
export const verbs = (word: string): string[] =>
  bases(word, VERBAL).filter((base) => !WANTS_DOUBLING.test(base) || word.startsWith(base + base.slice(-1)))

/** Possible base forms of the word, most likely first. */
export const baseForms = (word: string): string[] => [...singulars(word), ...verbs(word)]

/** Whether the form is irregular, such as teeth for tooth. */
export const isIrregular = (form: string, base: string): boolean => IRREGULAR.get(form) === base

function bases(word: string, rules: readonly (readonly [RegExp, string])[]): string[] {
  const found = rules.flatMap(([ending, base]) => (ending.test(word) ? [word.replace(ending, base)] : []))
  const irregular = IRREGULAR.get(word)
  return [...(irregular === undefined ? [] : [irregular]), ...found].filter((base) => base.length > 2)
}
