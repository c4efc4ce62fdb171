/** Letters that Unicode does not decompose, and the plain letters that players type for them. */
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

/** A phrase reduced to what counts when guesses are compared. */
export interface Folded {
  /** The words, one space between them. Empty only when the text is blank. */
  readonly text: string
  readonly words: readonly string[]
  /** The words without spaces. Two phrases are EXACT if these are equal. */
  readonly compact: string
}

/**
 * Removes case, accents, articles, hyphens, spaces and punctuation from a phrase in any script. A phrase of symbols
 * only ("?!", an emoji) is unchanged, so that it still equals itself.
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
  // A final article is a word of its own: "vitamin A".
  const withoutArticles = words.filter((word, at) => at === words.length - 1 || !ARTICLES.has(word))
  if (withoutArticles.length > 0) return folded(withoutArticles)
  const signs = phrase.normalize('NFKC').replace(/\s|\ufe0e|\ufe0f/g, '')
  return folded(signs === '' ? [] : [signs])
}

function folded(words: readonly string[]): Folded {
  return { text: words.join(' '), words, compact: words.join('') }
}
