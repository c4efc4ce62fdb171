import type { StepOf } from '../runner/language/steps.ts'
import { literalText, TARGET } from '../runner/language/values/variables.ts'

/** A step whose reply values can be captured. */
type Capturing = Pick<StepOf<'bot'>, 'capture'>

interface Source {
  readonly step: Capturing
  readonly path: string
  readonly key: string
  variable?: string
}

/** Keys of generated values that later calls use. */
const GENERATED_KEY = /^(id|code|word|.+Id)$/

/** Fields with names that players chose. One that equals a generated value is still the same name in a replay. */
const CHOSEN = ['name', 'username']

/** Records where each generated value first occurred, and captures the values that are used later. */
export class Captures {
  readonly #sources = new Map<string, Source>()
  readonly #names = new Set<string>()
  readonly #address: string
  readonly #codeFor: (typed: string) => string | undefined

  /**
   * @param address of the recorded server, without a trailing slash.
   * @param codeFor gives the code that a group has in a replay, if it has another one there.
   */
  constructor(address: string, codeFor: (typed: string) => string | undefined) {
    this.#address = address
    this.#codeFor = codeFor
  }

  /** Collects the generated values in the response of a step. */
  collect(step: Capturing, reply: unknown, path = '$', key = ''): void {
    if (Array.isArray(reply)) {
      for (const [at, item] of reply.entries()) this.collect(step, item, `${path}[${at}]`, key)
    } else if (typeof reply === 'object' && reply !== null) {
      for (const [name, value] of Object.entries(reply)) this.collect(step, value, `${path}.${name}`, name)
    } else if (typeof reply === 'string' && GENERATED_KEY.test(key) && !this.#sources.has(reply)) {
      this.#sources.set(reply, { step, path, key })
    }
  }

  /** Whether a value was collected. Codes are also found in lower case. */
  has(value: string): boolean {
    return this.#sources.has(value) || this.#sources.has(value.toUpperCase())
  }

  /**
   * A value for a replay: collected values become variables, the address of the recorded server becomes that of the
   * target, and all other text stays as it is, also where it looks like a variable.
   * @param key the name of the field.
   */
  replaceIn(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.replaceIn(item, key))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, this.replaceIn(inner, name)]),
      )
    }
    if (typeof value !== 'string') return value
    if (CHOSEN.includes(key)) return literalText(value)
    if (key === 'avatar' && value.startsWith(`${this.#address}/`))
      return TARGET + literalText(value.slice(this.#address.length))
    // Users may type a code in lower case.
    const source = this.#sources.get(value) ?? this.#sources.get(value.toUpperCase())
    return source ? `\${${this.#variableOf(source)}}` : (this.#codeFor(value) ?? literalText(value))
  }

  #variableOf(source: Source): string {
    if (source.variable !== undefined) return source.variable
    const base =
      source.key === 'id'
        ? source.path
            .split('.')
            .slice(-2)
            .join('-')
            .replace('$-', '')
            .replaceAll(/[^\w-]+/g, '')
        : source.key
    let name = base
    for (let number = 2; this.#names.has(name); number++) name = `${base}${number}`
    this.#names.add(name)
    source.variable = name
    source.step.capture = { ...source.step.capture, [name]: source.path }
    return name
  }
}
