/** Used to measure how many disguised bad words the name checks catch. */
const WORDS = (
  'fuck shit bitch cunt whore slut nigger faggot asshole bastard pussy penis vagina porn rape wank ' +
  'merde putain salope connard'
).split(' ')

const DISGUISES: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => `${word}99`,
  (word) => `xX_${word}_Xx`,
  (word) => word.replace(/[aeiou]/, (vowel) => vowel.repeat(4)),
  (word) => word.replace(/i/g, '1').replace(/e/g, '3').replace(/a/g, '4').replace(/o/g, '0'),
  (word) => word.replace(/s/g, '5').replace(/t/g, '7'),
  (word) => [...word].join('_'),
  (word) => `the${word}`,
  (word) => `${word}er`,
]

/** Every word in every disguise: 200 names. */
export const mutations = (): string[] => WORDS.flatMap((word) => DISGUISES.map((disguise) => disguise(word)))
