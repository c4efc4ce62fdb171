/** Plurals and past forms that no rule gives. */
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

/** Endings of inflected forms, and what stands in their place in the base form. Earlier rules are surer. */
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

/** One short vowel and one consonant: such a verb doubles the consonant before an ending (run, running). */
const WANTS_DOUBLING = /^[^aeiou]*[aeiou][^aeiouwxy]$/

/** What the word may be the plural of, surest first. Guesses of form only: no dictionary is asked. */
export const singulars = (word: string): string[] => bases(word, PLURAL)

/** What the word may be the -ing or -ed form of, if that is a verb; surest first. */
export const verbs = (word: string): string[] =>
  bases(word, VERBAL).filter((base) => !WANTS_DOUBLING.test(base) || word.startsWith(base + base.slice(-1)))

/** What the word may be any inflected form of, surest first. */
export const baseForms = (word: string): string[] => [...singulars(word), ...verbs(word)]

/** Whether the form is one that no rule gives: teeth of tooth. */
export const isIrregular = (form: string, base: string): boolean => IRREGULAR.get(form) === base

function bases(word: string, rules: readonly (readonly [RegExp, string])[]): string[] {
  const found = rules.flatMap(([ending, base]) => (ending.test(word) ? [word.replace(ending, base)] : []))
  const irregular = IRREGULAR.get(word)
  return [...(irregular === undefined ? [] : [irregular]), ...found].filter((base) => base.length > 2)
}
