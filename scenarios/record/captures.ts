import type { CallStep } from '../runner/language/language.ts'

/** A step whose reply values can be captured. */
type Capturing = Pick<CallStep, 'capture'>

interface Source {
  readonly step: Capturing
  readonly path: string
  readonly key: string
  variable?: string
}

/** Keys of generated values that later calls use. */
const MADE_UP = /^(id|code|word|.+Id)$/

/** Records where each generated value first occurred, and captures those that are used again. */
export class Captures {
  readonly #sources = new Map<string, Source>()
  readonly #taken = new Set<string>()

  /** Searches the reply of a step for generated values. */
  learn(step: Capturing, reply: unknown, path = '$', key = ''): void {
    if (Array.isArray(reply)) {
      for (const [at, item] of reply.entries()) this.learn(step, item, `${path}[${at}]`, key)
    } else if (typeof reply === 'object' && reply !== null) {
      for (const [name, value] of Object.entries(reply)) this.learn(step, value, `${path}.${name}`, name)
    } else if (typeof reply === 'string' && MADE_UP.test(key) && !this.#sources.has(reply)) {
      this.#sources.set(reply, { step, path, key })
    }
  }

  /** Whether a generated value is known. A code may have been typed in lower case. */
  knows(value: string): boolean {
    return this.#sources.has(value) || this.#sources.has(value.toUpperCase())
  }

  /** The value with every generated text replaced by its variable. */
  use(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.use(item))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.use(inner)]))
    }
    if (typeof value !== 'string') return value
    // A code may have been typed in lower case.
    const source = this.#sources.get(value) ?? this.#sources.get(value.toUpperCase())
    return source ? `\${${this.#variableOf(source)}}` : value
  }

  #variableOf(source: Source): string {
    if (source.variable !== undefined) return source.variable
    const base =
      source.key === 'id' ? source.path.split('.').slice(-2).join('-').replace('$-', '') : source.key
    let name = base
    for (let number = 2; this.#taken.has(name); number++) name = `${base}${number}`
    this.#taken.add(name)
    source.variable = name
    source.step.capture = { ...source.step.capture, [name]: source.path }
    return name
  }
}
