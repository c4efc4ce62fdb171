import { valueAtPath } from './json-path.ts'
import { didYouMean } from './nearest.ts'

/** A `${name}` without a value. */
export class UnknownVariable extends Error {
  override name = 'UnknownVariable'
}

const PLACEHOLDER = /\$\{([^}]+)\}/g

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * The values of `${name}`: variables of the file and captures, `${ann.userId}` and so on for bots, `${env.NAME}` and
 * `${secret.NAME}` from the environment, `${asset.NAME}` for a file next to the scenario as base64. The value of a
 * secret never appears in reports.
 */
export class Variables {
  readonly #values = new Map<string, unknown>()
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #assets: ReadonlyMap<string, string>
  readonly #secrets = new Set<string>()

  constructor(
    env: Readonly<Record<string, string | undefined>>,
    values: Readonly<Record<string, unknown>> = {},
    assets: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#env = env
    this.#assets = assets
    for (const [name, value] of Object.entries(values)) this.#values.set(name, value)
  }

  set(name: string, value: unknown): void {
    this.#values.set(name, value)
  }

  /**
   * Replaces every `${...}` in a value. A placeholder that is the whole text keeps the type of its value.
   * @throws {UnknownVariable}
   */
  fill<T>(value: T): T
  fill(value: unknown): unknown {
    if (typeof value === 'string') return this.#fillText(value)
    if (Array.isArray(value)) return value.map((item) => this.fill(item))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.fill(inner)]))
    }
    return value
  }

  /** Replaces each `${...}` that has a value, and leaves the others unchanged. */
  fillKnown(text: string): string {
    return text.replace(PLACEHOLDER, (whole) => {
      try {
        return asText(this.#fillText(whole))
      } catch (error) {
        if (!(error instanceof UnknownVariable)) throw error
        return whole
      }
    })
  }

  /** Replaces the values of secrets in a text by `•••`. */
  redact(text: string): string {
    let redacted = text
    for (const secret of this.#secrets) redacted = redacted.replaceAll(secret, '•••')
    return redacted
  }

  #fillText(text: string): unknown {
    const [whole, name] = /^\$\{([^}]+)\}$/.exec(text) ?? []
    if (whole !== undefined && name !== undefined) return this.#lookUp(name)
    return text.replace(PLACEHOLDER, (_, inner: string) => asText(this.#lookUp(inner)))
  }

  #lookUp(expression: string): unknown {
    const [, name = expression, rest = ''] = /^([\w-]+)(.*)$/.exec(expression.trim()) ?? []
    if (name === 'env' || name === 'secret') return this.#fromEnvironment(name, rest.slice(1))
    const asset = name === 'asset' ? this.#assets.get(rest.slice(1)) : undefined
    if (asset !== undefined) return asset
    if (!this.#values.has(name)) {
      const hint = didYouMean(name, this.#values.keys())
      throw new UnknownVariable(`there is no variable '${name}'${hint}`)
    }
    const value = valueAtPath(this.#values.get(name), rest)
    if (value === undefined) throw new UnknownVariable(`'${name}' has no ${rest}`)
    return value
  }

  #fromEnvironment(kind: 'env' | 'secret', name: string): string {
    const value = this.#env[name]
    if (value === undefined)
      throw new UnknownVariable(
        `the environment variable ${name} is not set, or scenarios may not read it: allow it with --env ${name}, or set INKLING_VAR_${name}`,
      )
    if (kind === 'secret' && value !== '') this.#secrets.add(value)
    return value
  }
}
