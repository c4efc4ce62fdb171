import { ENTRY } from '../../src/core/scoring/lexicon.ts'
import type { LexiconFile } from '../../src/core/scoring/lexicon-format.ts'
import type { Entry } from './choose-entries.ts'
import type { Embeddings } from './embeddings.ts'
import type { Taxonomy } from './taxonomy.ts'
import type { Weight } from './walk-vectors.ts'

/** The data of the lexicon before it is rounded and packed. */
export interface Material {
  readonly entries: readonly Entry[]
  readonly embeddings: Embeddings
  readonly walks: readonly (readonly Weight[])[]
  readonly taxonomy: Taxonomy
  readonly kindOf: ReadonlyMap<string, string>
  readonly irregularForms: readonly string[]
  readonly antonyms: Uint32Array
  readonly derivations: Uint32Array
}

/** Rounds all numbers to a few bits and arranges them in the sections of the file. */
export function layOut(material: Material): LexiconFile {
  const { entries, walks, taxonomy, kindOf } = material
  const kinds = [...new Set(kindOf.values())].sort()
  const vectors = entries.map((entry) => halfBytes(vectorOf(entry, material.embeddings)))
  const walkValues = walks.map((walk) => {
    const max = Math.max(...walk.map(({ value }) => value))
    return walk.map(({ value }) => Math.max(1, Math.round((value / max) * 255)))
  })
  const probabilities = taxonomy.senses.map((senses) => senses.map(({ probability }) => byte(probability)))
  return {
    kinds,
    sections: {
      words: latin(entries.map(({ text }) => text)),
      irregularForms: latin(material.irregularForms),
      entryType: Uint8Array.from(entries, ({ type }) => type),
      entryKind: Uint8Array.from(entries, ({ text }) => kinds.indexOf(kindOf.get(text) ?? '') + 1),
      hasVector: Uint8Array.from(vectors, (vector) => (vector.length > 0 ? 1 : 0)),
      vectors: Uint8Array.from(vectors.flat()),
      walkCount: counts(walks),
      walkDimensions: Uint16Array.from(walks.flat(), ({ dimension }) => dimension),
      walkValues: Uint8Array.from(walkValues.flat()),
      senseCount: counts(taxonomy.senses),
      senses: Uint16Array.from(taxonomy.senses.flat(), ({ synset }) => synset),
      senseProbabilities: Uint8Array.from(probabilities.flat()),
      synsetPart: Uint8Array.from(taxonomy.parts),
      synsetInformation: Uint8Array.from(taxonomy.information, byte),
      hypernymCount: counts(taxonomy.hypernyms),
      hypernyms: Uint16Array.from(taxonomy.hypernyms.flat()),
      partCount: counts(taxonomy.partsAndWholes),
      parts: Uint16Array.from(taxonomy.partsAndWholes.flat()),
      similarCount: counts(taxonomy.similar),
      similar: Uint16Array.from(taxonomy.similar.flat()),
      oppositeCount: counts(taxonomy.opposites),
      opposites: Uint16Array.from(taxonomy.opposites.flat()),
      antonyms: material.antonyms,
      derivations: material.derivations,
    },
  }
}

function vectorOf({ text, type }: Entry, { rankOf, vectorAt }: Embeddings): number[] {
  const rank = rankOf.get(text)
  return rank === undefined || type === ENTRY.phrase || type === ENTRY.composed ? [] : [...vectorAt(rank)]
}

/** Scales a vector to integers from -7 to 7 and packs two into a byte. */
function halfBytes(vector: readonly number[]): number[] {
  const max = Math.max(...vector.map(Math.abs))
  const packed: number[] = []
  const half = (value = 0): number => Math.round((value / max) * 7) + 8
  for (let at = 0; at < vector.length; at += 2) packed.push((half(vector[at]) << 4) | half(vector[at + 1]))
  return packed
}

const byte = (share: number): number => Math.min(255, Math.round(share * 255))
const latin = (lines: readonly string[]): Uint8Array =>
  Uint8Array.from(Buffer.from(lines.join('\n'), 'latin1'))

function counts(lists: readonly (readonly unknown[])[]): Uint8Array {
  const max = Math.max(...lists.map(({ length }) => length))
  if (max > 255) throw new Error(`A list of ${max} does not fit the format's one byte for counts`)
  return Uint8Array.from(lists, ({ length }) => length)
}
