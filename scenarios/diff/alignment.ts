const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** Fields whose values servers generate: ids, codes and tokens, and the words that a game starts with or becomes. */
const GENERATED = /^(id|code|link|token|.+Id|word|guess|content|finalGuess|selectedBestGuess|matchedWord)$/
const DEFAULT_NAME = /^Player\d+$/
/** Longer texts are pictures. */
const MAX_TEXT_LENGTH = 400

/** A place in a reply, and the values of two servers there. */
export type Differing = readonly [place: string, values: readonly [unknown, unknown]]

/**
 * Compares the replies of two servers by meaning. Values that servers generate are equal if each stands for the other
 * wherever it occurs: the ids of the same player, game or turn, the words of the same game. Times and pictures are not
 * compared.
 */
export class Alignment {
  /** The value of the other server for a value of each server. */
  readonly #counterparts = [new Map<string, string>(), new Map<string, string>()] as const

  /** The places at which two replies differ. */
  differing(one: unknown, other: unknown, place = '$', key = ''): Differing[] {
    if (typeof one === 'string' && typeof other === 'string')
      return this.#isSame(one, other, place, key) ? [] : [[place, [one, other]]]
    if (Object.is(one, other)) return []
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
      return [[place, [one, other]]]
    const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) => {
      if (name === 'strokes') return []
      const isItem = Array.isArray(one)
      const inside = isItem ? `${place}[${name}]` : `${place}.${name}`
      return this.differing(left[name], right[name], inside, isItem ? key : name)
    })
  }

  #isSame(one: string, other: string, place: string, key: string): boolean {
    if (INSTANT.test(one) && INSTANT.test(other)) return true
    if (one.length > MAX_TEXT_LENGTH && other.length > MAX_TEXT_LENGTH) return true
    const isGenerated = GENERATED.test(key) && !place.endsWith('.error.code')
    if (!isGenerated && !(DEFAULT_NAME.test(one) && DEFAULT_NAME.test(other))) return one === other
    const [ofOne, ofOther] = this.#counterparts
    if (ofOne.get(one) === undefined && ofOther.get(other) === undefined) {
      ofOne.set(one, other)
      ofOther.set(other, one)
    }
    return ofOne.get(one) === other && ofOther.get(other) === one
  }
}
