import { fold } from './fold-name.ts'

/** Words that no player may use as a name, because they sound official. */
export const RESERVED = ['admin', 'moderator', 'support', 'official', 'staff', 'system', 'bot', 'test']

/** Ordinary words in which a reserved word keeps its meaning. They do not excuse it. */
export const COMPOUNDS = ['robot', 'chatbot', 'administrator']

/** Spellings missing from the lists. */
const MORE = (
  'fvck fuk phuck nigg cocksuck cyka eban fagot huy huj xuy xui nahui nahuy ohuel ebat eblan vyeb mudak mudila gandon ' +
  'gondon gavno zalupa pidor pidar pidoras mraz bljad shluha shlyuha shalava suchka drochil mandavosh ublyudok ubludok'
).split(' ')

/**
 * Given names and everyday words that also have a bad meaning.
 */
const INNOCENT = new Set(
  'hui ment minable vier nase pounde cialis goi dinde andouille cochon canon god'.split(' '),
)

/** Everyday Russian words that the lists contain. */
const INNOCENT_RUSSIAN = new Set('голый обнаженный хапать мент фига офигеть хрен нах'.split(' ').map(fold))

/** Latin transliterations of Cyrillic letters. */
const LATIN: Record<string, readonly string[]> = {
  а: ['a'],
  б: ['b'],
  в: ['v'],
  г: ['g'],
  д: ['d'],
  е: ['e'],
  ё: ['e', 'yo'],
  ж: ['zh', 'j'],
  з: ['z'],
  и: ['i'],
  й: ['y', 'i', 'j'],
  к: ['k'],
  л: ['l'],
  м: ['m'],
  н: ['n'],
  о: ['o'],
  п: ['p'],
  р: ['r'],
  с: ['s'],
  т: ['t'],
  у: ['u'],
  ф: ['f'],
  х: ['h', 'kh', 'x'],
  ц: ['ts', 'c'],
  ч: ['ch'],
  ш: ['sh'],
  щ: ['sch', 'shch'],
  ъ: [''],
  ы: ['y', 'i'],
  ь: [''],
  э: ['e'],
  ю: ['yu', 'u'],
  я: ['ya', 'ia'],
}
const MAX_SPELLINGS = 24

/** Bad words of three languages, folded, at least three letters each. */
export function badWords(lists: { en: readonly string[]; fr: readonly string[]; ru: readonly string[] }): {
  english: Set<string>
  /** French, and Russian in Latin letters. */
  foreign: Set<string>
  /** Russian in Cyrillic. */
  cyrillic: Set<string>
} {
  const plain = (words: readonly string[]): string[] =>
    words.map((word) => fold(word.replace(/[\s-]/g, ''))).filter((word) => /^[a-z]{3,}$/.test(word))
  const russian = lists.ru
    .filter((word) => /^[а-яё]{3,}$/i.test(word))
    .flatMap((word) => transliterated(word.toLowerCase()))
  const cyrillic = lists.ru.map(fold).filter((word) => /^[а-я]{3,}$/.test(word))
  const isBad = (word: string): boolean => !INNOCENT.has(word)
  return {
    english: new Set([...plain(lists.en), ...MORE].filter(isBad)),
    foreign: new Set(
      [...plain(lists.fr), ...russian.filter((word) => /^[a-z]{4,}$/.test(word))].filter(isBad),
    ),
    cyrillic: new Set(cyrillic.filter((word) => !INNOCENT_RUSSIAN.has(word))),
  }
}

function transliterated(word: string): string[] {
  let spellings = ['']
  for (const letter of word) {
    spellings = spellings.flatMap((start) => (LATIN[letter] ?? [letter]).map((end) => start + end))
    spellings = spellings.slice(0, MAX_SPELLINGS)
  }
  return spellings
}
