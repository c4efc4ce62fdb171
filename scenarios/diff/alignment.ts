const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** Fields whose values servers generate. */
const GENERATED = /^(id|code|link|token|.+Id|keptOutOf)$/
/** Fields with the words that a game starts with or becomes. */
const WORDS = /^(word|guess|content|finalGuess|selectedBestGuess|matchedWord)$/
/** The default name of a player, also inside a message; `split` returns texts and names in turn. */
const DEFAULT_NAME = /\b(Player\d+)\b/
/** Longer texts are pictures. */
const MAX_TEXT_LENGTH = 400

/** Fields that are no part of the documented API, which a server may leave out. */
const ADDED = /(\.guessAttempts\[\d+\]\.stepIndex|\.daysTogether)$/

/** A place in a reply, and the values of two servers there. */
export type Differing = readonly [place: string, values: readonly [unknown, unknown]]

/** What stands for a player whose account is deleted: random, so that nothing leads back to the player. */
const FORMER = /^former-[\w-]{22}$/

/** A signed token: servers sign with different secrets. */
const TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/

export interface AlignmentOptions {
  /** Whether both servers have the same seed and clock, so that all values must be equal but those made at random. */
  readonly isExact?: boolean
  /** The addresses of the two servers, which stand for one another inside texts. */
  readonly addresses?: readonly [string, string]
  /** Whether two values of a field may differ because they depend on chance. By default none may. */
  readonly isChance?: (key: string, one: unknown, other: unknown) => boolean
}

/**
 * Compares the replies of two servers by meaning. Values that servers generate are equal if each stands for the other
 * wherever it occurs: the ids of the same player, game or turn, the words of the same game. Times and pictures are not
 * compared.
 */
export class Alignment {
  /** The value of the other server for a value of each server. */
  readonly #counterparts = [new Map<string, string>(), new Map<string, string>()] as const
  /** The words of the other server for a word of each server. */
  readonly #words = [new Map<string, Set<string>>(), new Map<string, Set<string>>()] as const
  readonly #isExact: boolean
  readonly #addresses: readonly [string, string] | null
  readonly #isChance: NonNullable<AlignmentOptions['isChance']>

  constructor({ isExact = false, addresses, isChance = () => false }: AlignmentOptions = {}) {
    this.#isExact = isExact
    this.#isChance = isChance
    this.#addresses = addresses ?? null
  }

  /** The places at which two replies differ. */
  differing(one: unknown, other: unknown, place = '$', key = ''): Differing[] {
    if (this.#isChance(key, one, other)) return []
    if (typeof one === 'string' && typeof other === 'string')
      return this.#isSame(one, other, place, key) ? [] : [[place, [one, other]]]
    if (Object.is(one, other)) return []
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
      return [[place, [one, other]]]
    const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) => {
      if (name === 'strokes' && !this.#isExact) return []
      const isItem = Array.isArray(one)
      const inside = isItem ? `${place}[${name}]` : `${place}.${name}`
      if (!this.#isExact && ADDED.test(inside) && !(name in left && name in right)) return []
      return this.differing(left[name], right[name], inside, isItem ? key : name)
    })
  }

  #isSame(one: string, other: string, place: string, key: string): boolean {
    if (TOKEN.test(one) && TOKEN.test(other)) return true
    if (this.#addresses) {
      const [own, others] = this.#addresses
      if (one.includes(own) && one.replaceAll(own, others) === other) return true
    }
    if (this.#isExact)
      return FORMER.test(one) && FORMER.test(other) ? this.#isPair(one, other) : one === other
    if (INSTANT.test(one) && INSTANT.test(other)) return true
    if (one.length > MAX_TEXT_LENGTH && other.length > MAX_TEXT_LENGTH) return true
    if (GENERATED.test(key) && !place.endsWith('.error.code')) return this.#isPair(one, other)
    if (WORDS.test(key)) return this.#areWords(one, other)
    const others = other.split(DEFAULT_NAME)
    const parts = one.split(DEFAULT_NAME).map((part, at) => [part, others[at] ?? ''] as const)
    return (
      parts.length === others.length &&
      parts.every(([part, its], at) => (at % 2 === 0 ? part === its : this.#isPair(part, its)))
    )
  }

  /** Whether two values stand for one another wherever they occur. */
  #isPair(one: string, other: string): boolean {
    const [ofOne, ofOther] = this.#counterparts
    if (ofOne.get(one) === undefined && ofOther.get(other) === undefined) {
      ofOne.set(one, other)
      ofOther.set(other, one)
    }
    return ofOne.get(one) === other && ofOther.get(other) === one
  }

  /**
   * Whether two words may be those of the same game. Two games of a server may have one word, so that it stands for
   * several of the other server. What players type is the same on both, and stands for itself alone.
   */
  #areWords(one: string, other: string): boolean {
    const [ofOne, ofOther] = this.#words
    const [others, ones] = [ofOne.get(one), ofOther.get(other)]
    const isTyped = others?.has(one) || ones?.has(other)
    if (isTyped || (others && ones)) return others?.has(other) ?? false
    ofOne.set(one, new Set(others).add(other))
    ofOther.set(other, new Set(ones).add(one))
    return true
  }
}
