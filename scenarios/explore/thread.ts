import type { Random } from '@inkling/fixtures/random'
import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import { ADMIN_CALLS, PLAYER_CALLS } from '../runner/language/call-names.ts'
import { callShape } from './call-shape.ts'
import type { Known } from './known.ts'
import { beginningOf, type CallStep, callOf, rowOf } from './played-step.ts'
import { kindIn, type Things } from './things.ts'

interface ThreadOptions {
  readonly known: Known
  readonly random: Random
  /** The names of the calls that change something, each as often as it is to be chosen. */
  readonly changes: readonly string[]
  readonly call: (name: string, who: string | undefined, about: Things) => CallStep
}

/** How often a further change is about the same as the one before in each respect. */
const SAME = 0.7

/** Several changes in a row that are about one thing: what one does, another one undoes, repeats or must not undo. */
export class Thread {
  readonly #options: ThreadOptions
  #left = 0
  #last: CallStep | null = null
  #things: Things = {}
  #who: string | null = null

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /** Goes on from one of the latest changes. */
  begin(): CallStep | null {
    const { known, random } = this.#options
    const latest = [...known.latest.values()].filter((step) => Object.keys(known.thingsOf(step)).length > 0)
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
    const { known, random, changes, call } = this.#options
    if (this.#last !== null) this.#things = { ...this.#things, ...known.thingsOf(this.#last) }
    const related = changes.filter((name) => kindsOf(name).some((kind) => kind in this.#things))
    if (related.length === 0) return null
    const similar =
      this.#last === null ? [] : [...new Set(related)].filter((name) => isSimilar(name, this.#last))
    const name = random.pick(similar.length > 0 && random.chance(0.6) ? similar : related)
    const anchor = random.pick(kindsOf(name).filter((kind) => kind in this.#things))
    const about = Object.entries(this.#things).filter(([kind]) => kind === anchor || random.chance(SAME))
    this.#last = call(name, this.#caller(), Object.fromEntries(about))
    return this.#last
  }

  /** Whoever began, the person whom it is about, or anybody. */
  #caller(): string | undefined {
    const { random } = this.#options
    const named = /^\$\{(\w+)\.userId\}$/.exec(String(this.#things.user))?.[1]
    return this.#who !== null && random.chance(SAME) ? this.#who : random.pick([named, undefined])
  }
}

/** Whether two calls are about the same kind of thing: the paths begin alike. */
const isSimilar = (name: string, last: CallStep | null): boolean =>
  last !== null && beginningOf(rowNamed(name)) === beginningOf(rowOf(last) as EndpointName)

const rowNamed = (name: string) => (PLAYER_CALLS.get(name) ?? ADMIN_CALLS.get(name)) as EndpointName

const kindsOf = (name: string): (keyof Things)[] => {
  const row = rowNamed(name)
  return Object.keys(callShape(row).properties ?? {}).flatMap((field) => kindIn(row, field) ?? [])
}
