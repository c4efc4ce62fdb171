import { AsyncLocalStorage } from 'node:async_hooks'
import { didYouMean } from '../../../text/nearest.ts'
import { valueAtPath } from './json-path.ts'

/** A `${name}` without a value. */
export class UnknownVariable extends Error {
  override name = 'UnknownVariable'
}

/** A `${name}` that a step, which failed, did not set. */
export class MissingCapture extends UnknownVariable {
  override name = 'MissingCapture'
}

/** The address of the server in a scenario, and in the world next to it. */
export const TARGET = `$\{target}`

/** A `$${`, which stands for the text `${`, or a placeholder with its expression. */
const PLACEHOLDER = /\$\$\{|\$\{([^}]+)\}/g

/** A text that {@link Variables.fill} turns into the given one, whatever it contains. */
export const literalText = (text: string): string => text.replaceAll(OPENING, () => `$${OPENING}`)

const OPENING = `$\{`

/** The expressions of the placeholders in a text. */
export const expressionsIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].flatMap(([, expression]) => expression ?? [])

/** Whether a text has a `${` that is neither closed nor escaped. */
export const hasOpenPlaceholder = (text: string): boolean => /\$\{[^}]*$/.test(text.replace(PLACEHOLDER, ' '))

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Variables of an included file or of one branch of a race. Others are looked up in the parent. */
interface Scope {
  readonly of: Variables
  readonly values: Map<string, unknown>
  readonly parent: Scope | null
  /** Captures that the parent gets when the branch ends; null if it gets them at once. */
  held: Map<string, unknown> | null
}

/** The scopes of all variables: Node adds every storage that was ever used to every promise of the process. */
const scopes = new AsyncLocalStorage<Scope>()

/**
 * The values of `${name}`: variables of the file and captures, `${ann.userId}` and so on for bots, `${env.NAME}` and
 * `${secret.NAME}` from the environment, `${asset.NAME}` for a file next to the scenario as base64. `$${` is the text `${`.
 * The value of a secret never appears in reports.
 */
export class Variables {
  readonly #file: Scope = { of: this, values: new Map(), parent: null, held: null }
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #assets: ReadonlyMap<string, string>
  readonly #secrets = new Set<string>()
  /** The number of the step that failed to set a variable, by its name. */
  readonly #notSet = new Map<string, string>()

  constructor(
    env: Readonly<Record<string, string | undefined>>,
    values: Readonly<Record<string, unknown>> = {},
    assets: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#env = env
    this.#assets = assets
    for (const [name, value] of Object.entries(values)) this.#file.values.set(name, value)
  }

  /** Sets a variable in the current scope. */
  set(name: string, value: unknown): void {
    this.#scope.values.set(name, value)
  }

  /** Sets a variable in the current scope and in those around it, which is how a scope hands values out. */
  capture(name: string, value: unknown): void {
    for (let scope: Scope | null = this.#scope; scope; scope = scope.parent) {
      scope.values.set(name, value)
      if (scope.held) {
        scope.held.set(name, value)
        return
      }
    }
  }

  /** Notes the variables that a step did not set, because it failed. */
  notSet(names: readonly string[], step: string): void {
    for (const name of names) this.#notSet.set(name, step)
  }

  /** Runs work in its own scope: the variables that it sets are gone afterwards, its captures are not. */
  inScope<T>(work: () => T): T {
    return scopes.run({ of: this, values: new Map(), parent: this.#scope, held: null }, work)
  }

  /** Runs works at the same time. They do not see each other's captures, which are handed out in order at the end. */
  async apart<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
    const branches: Scope[] = []
    const running = works.map((work) => {
      const branch = { of: this, values: new Map(), parent: this.#scope, held: new Map() }
      branches.push(branch)
      return scopes.run(branch, work)
    })
    const results = await Promise.all(running)
    for (const scope of branches) {
      const { held } = scope
      // What runs on in the background hands its captures out at once.
      scope.held = null
      for (const [name, value] of held ?? []) this.capture(name, value)
    }
    return results
  }

  get #scope(): Scope {
    const scope = scopes.getStore()
    return scope?.of === this ? scope : this.#file
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
    return text.replace(PLACEHOLDER, (whole, expression?: string) => {
      if (expression === undefined) return OPENING
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
    return text.replace(PLACEHOLDER, (_, inner?: string) =>
      inner === undefined ? OPENING : asText(this.#lookUp(inner)),
    )
  }

  #lookUp(expression: string): unknown {
    const [, name = expression, rest = ''] = /^([\w-]+)(.*)$/.exec(expression.trim()) ?? []
    if (name === 'env' || name === 'secret') return this.#fromEnvironment(name, rest.slice(1))
    const asset = name === 'asset' ? this.#assets.get(rest.slice(1)) : undefined
    if (asset !== undefined) return asset
    const known: string[] = []
    let scope: Scope | null = this.#scope
    while (scope && !scope.values.has(name)) {
      known.push(...scope.values.keys())
      scope = scope.parent
    }
    const failed = scope ? undefined : this.#notSet.get(name)
    if (failed !== undefined) throw new MissingCapture(`not run: needs '${name}' of step ${failed}`)
    if (!scope) throw new UnknownVariable(`there is no variable '${name}'${didYouMean(name, known)}`)
    const value = valueAtPath(scope.values.get(name), rest)
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
