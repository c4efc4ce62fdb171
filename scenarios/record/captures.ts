import type { CallStep } from '../runner/language.ts'

/** A step that values can be captured from. */
type Capturing = Pick<CallStep, 'capture'>

interface Source {
  readonly step: Capturing
  readonly path: string
  readonly key: string
  variable?: string
}

/** Keys whose values a server makes up, and that later calls are made with. */
const MADE_UP = /^(id|code|word|.+Id)$/

/** Knows where each value that a server made up was seen first, and captures those that are used again. */
export class Captures {
  readonly #sources = new Map<string, Source>()
  readonly #taken = new Set<string>()

  /** Looks for made-up values in what a step was answered. */
  learn(step: Capturing, reply: unknown, path = '$', key = ''): void {
    if (Array.isArray(reply)) {
      for (const [at, item] of reply.entries()) this.learn(step, item, `${path}[${at}]`, key)
    } else if (typeof reply === 'object' && reply !== null) {
      for (const [name, value] of Object.entries(reply)) this.learn(step, value, `${path}.${name}`, name)
    } else if (typeof reply === 'string' && MADE_UP.test(key) && !this.#sources.has(reply)) {
      this.#sources.set(reply, { step, path, key })
    }
  }

  /** Whether a made-up value was seen; a code may have been typed in small letters. */
  knows(value: string): boolean {
    return this.#sources.has(value) || this.#sources.has(value.toUpperCase())
  }

  /** The value with every made-up text in it replaced by the variable that a replay has for it. */
  use(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.use(item))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.use(inner)]))
    }
    if (typeof value !== 'string') return value
    // A code may have been typed in small letters.
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
