/** Letters that Unicode does not decompose, and the plain letters that players type instead. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const ARTICLES = new Set(['a', 'an', 'the', 'some'])

/** A phrase reduced to the text by which guesses are compared. */
export interface Folded {
  /** The words, separated by one space. Empty only if the phrase is blank. */
  readonly text: string
  readonly words: readonly string[]
  /** The words without spaces. Two phrases are EXACT if these are equal. */
  readonly compact: string
}

/**
 * Removes case, accents, articles, hyphens, spaces and punctuation from a phrase in any script. Symbols stay if there
 * is nothing else ("?!", an emoji), so that such phrases can still be compared.
 */
export function fold(phrase: string): Folded {
  const words = phrase
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/['’`´]/g, '')
    .replace(/&/g, ' and ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (isSpelledOut(words)) return folded([words.join('')])
  // The last word is never an article: "vitamin A".
  const withoutArticles = words.filter((word, at) => at === words.length - 1 || !ARTICLES.has(word))
  if (withoutArticles.length > 0) return folded(withoutArticles)
  const signs = phrase.normalize('NFKC').replace(/\s|\ufe0e|\ufe0f/g, '')
  return folded(signs === '' ? [] : [signs])
}

/** Whether a word is written letter by letter, such as "c.a.t.". Two letters may be an article and a letter: "a T". */
const isSpelledOut = (words: readonly string[]): boolean =>
  words.length >= 3 && words.every((word) => /^\p{L}$/u.test(word))

function folded(words: readonly string[]): Folded {
  return { text: words.join(' '), words, compact: words.join('') }
}
