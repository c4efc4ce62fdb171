import type { Embeddings } from './embeddings.ts'
import type { WordSenses } from './word-senses.ts'
import type { WordNet } from './wordnet.ts'

const FREQUENT = 80_000

/** Inflected forms, as `form=base`, whose base inflection.ts cannot derive and is an entry. */
export function irregularForms(
  { words }: Embeddings,
  wordNet: WordNet,
  senses: WordSenses,
  isEntry: (word: string) => boolean,
): string[] {
  return words.slice(0, FREQUENT).flatMap((word) => {
    if (!/^[a-z]+$/.test(word) || wordNet.sensesOf.has(word)) return []
    const bases = (['noun', 'verb', 'adjective'] as const).map((part) => senses.lemma(word, part))
    const base = bases.find(
      (found) => found !== null && found !== word && isEntry(found) && !isRegular(word, found),
    )
    return base === undefined || base === null ? [] : [`${word}=${base}`]
  })
}

function isRegular(form: string, base: string): boolean {
  const stem = base.endsWith('e') ? base.slice(0, -1) : base
  const doubled = base + base.slice(-1)
  return [
    ...['s', 'es', 'ed', 'ing', 'er', 'est'].map((ending) => base + ending),
    ...['ed', 'ing'].flatMap((ending) => [stem + ending, doubled + ending]),
    ...(base.endsWith('y') ? [`${base.slice(0, -1)}ies`] : []),
  ].includes(form)
}
