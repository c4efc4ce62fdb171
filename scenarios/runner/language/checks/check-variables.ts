import { didYouMean } from '../../../text/nearest.ts'
import { BOT_FIELDS } from '../bot-fields.ts'
import type { LoadedScenario } from '../files/loaded-scenario.ts'
import { type Step, setBy, stepsIn } from '../steps.ts'
import type { Mismatch } from '../values/match.ts'
import { expressionsIn, hasOpenPlaceholder } from '../values/variables.ts'

/** Tracks which variables are set at each step. */
export class VariableCheck {
  readonly #bots: readonly string[]
  readonly #knowsAll: boolean
  #known: Set<string>
  #captured = new Set<string>()

  /** @param unsure variables that may be set by an invalid part of the files. */
  constructor({ bots }: LoadedScenario, unsure: readonly string[] | 'all') {
    this.#bots = Object.keys(bots)
    this.#knowsAll = unsure !== 'all'
    this.#known = new Set([...this.#bots, ...(unsure === 'all' ? [] : unsure)])
  }

  define(names: Iterable<string>): void {
    for (const name of names) this.#known.add(name)
  }

  /** Defines variables that are handed out of the scope. */
  capture(names: Iterable<string>): void {
    for (const name of names) {
      this.#known.add(name)
      this.#captured.add(name)
    }
  }

  /** Checks an included file or one branch of a race. @returns what it hands out. */
  inScope(check: () => void): ReadonlySet<string> {
    const [known, outer] = [this.#known, this.#captured]
    const captured = new Set<string>()
    this.#known = new Set(known)
    this.#captured = captured
    check()
    this.#known = known
    this.#captured = outer
    return captured
  }

  /** The variables in a value that no step has set. Paths lead into the value. */
  unknownIn(value: unknown, path: readonly PropertyKey[] = []): Mismatch[] {
    if (typeof value === 'string') return this.#unknownInText(value).map((message) => ({ path, message }))
    if (typeof value !== 'object' || value === null) return []
    const entries: [PropertyKey, unknown][] = Array.isArray(value)
      ? [...value.entries()]
      : Object.entries(value)
    return entries.flatMap(([key, inner]) => this.unknownIn(inner, [...path, key]))
  }

  #unknownInText(text: string): string[] {
    if (hasOpenPlaceholder(text)) return [`this '$\{' has no closing '}'; write $$\{ for the text itself`]
    return expressionsIn(text).flatMap((expression) => {
      const [, name = expression, rest = ''] = /^\s*([\w-]+)(.*?)\s*$/.exec(expression) ?? []
      if (FROM_OUTSIDE.includes(name)) return []
      if (!this.#known.has(name) && this.#knowsAll) {
        return [`there is no variable '${name}'${didYouMean(name, this.#known)}`]
      }
      const [, field] = /^\.([\w-]+)/.exec(rest) ?? []
      if (field === undefined || !this.#bots.includes(name) || Object.hasOwn(BOT_FIELDS, field)) return []
      return [`the bot ${name} has no '${field}'${didYouMean(field, Object.keys(BOT_FIELDS))}`]
    })
  }
}

/** The variables that steps set, at any depth. */
export const setIn = (steps: readonly Step[]): string[] => stepsIn(steps).flatMap(({ step }) => setBy(step))

/** `${env.X}`, `${secret.X}`, `${asset.X}` and `${target}` come from outside the file. */
const FROM_OUTSIDE = ['env', 'secret', 'asset', 'target']
