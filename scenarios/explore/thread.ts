import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import { inputShape } from '../runner/language/checks/call-shapes.ts'
import type { Calls } from './calls.ts'
import { beginningOf, type CallStep, callOf, rowNamed, rowOf } from './played-step.ts'
import { kindIn, type Things } from './things.ts'

/** How often a further change is about the same as the one before in each respect. */
const SAME = 0.7

/** Several changes in a row that are about one thing: what one does, another one undoes, repeats or must not undo. */
export class Thread {
  readonly #calls: Calls
  #left = 0
  #last: CallStep | null = null
  #things: Things = {}
  #who: string | null = null

  constructor(calls: Calls) {
    this.#calls = calls
  }

  /** Goes on from one of the latest changes. */
  begin(): CallStep | null {
    const { known, random } = this.#calls
    const latest = known.latest.filter((step) => Object.keys(known.thingsOf(step)).length > 0)
    const from = latest.length > 0 && random.chance(0.5) ? latest.at(-1) : random.pick([null, ...latest])
    if (!from) return null
    this.#left = random.whole(3, 6)
    this.#last = 'bot' in from || 'admin' in from ? from : null
    this.#things = known.thingsOf(from)
    this.#who = callOf(from).who
    return this.next()
  }

  /** The next change; null if there is none. */
  next(): CallStep | null {
    if (this.#left === 0) return null
    this.#left--
    const { known, random, changes } = this.#calls
    if (this.#last !== null) this.#things = { ...this.#things, ...known.thingsOf(this.#last) }
    const related = changes.filter((name) => kindsOf(name).some((kind) => kind in this.#things))
    if (related.length === 0) return null
    const similar =
      this.#last === null ? [] : [...new Set(related)].filter((name) => isSimilar(name, this.#last))
    const name = random.pick(similar.length > 0 && random.chance(0.6) ? similar : related)
    const anchor = random.pick(kindsOf(name).filter((kind) => kind in this.#things))
    const about = Object.entries(this.#things).filter(([kind]) => kind === anchor || random.chance(SAME))
    this.#last = this.#calls.call(name, this.#caller(), Object.fromEntries(about))
    return this.#last
  }

  /** Whoever began, the person whom it is about, or anybody. */
  #caller(): string | undefined {
    const { random } = this.#calls
    const named = /^\$\{(\w+)\.userId\}$/.exec(String(this.#things.user))?.[1]
    return this.#who !== null && random.chance(SAME) ? this.#who : random.pick([named, undefined])
  }
}

/** Whether two calls are about the same kind of thing: the paths begin alike. */
const isSimilar = (name: string, last: CallStep | null): boolean =>
  last !== null && beginningOf(rowNamed(name)) === beginningOf(rowOf(last) as EndpointName)

const kindsOf = (name: string): (keyof Things)[] => {
  const row = rowNamed(name)
  return Object.keys(inputShape(row).properties ?? {}).flatMap((field) => kindIn(row, field) ?? [])
}
