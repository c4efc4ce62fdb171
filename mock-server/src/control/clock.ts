import type { Clock } from '../engine/ports.ts'
import { type Instant, instantOf, msOf } from '../rules/instant.ts'

/** How far a clock is from the system's time. */
export interface ClockSetting {
  readonly shiftMs: number
  /** Where it stands still; null when it goes on. */
  readonly frozenAt: Instant | null
}

/** The system's time, unless someone has frozen, set or advanced it: everything of a server obeys it. */
export class ControlledClock implements Clock {
  #shiftMs = 0
  #frozenAt: Instant | null = null
  readonly #system: () => number
  /** The instant told last: within a millisecond many ask. */
  #told = { ms: Number.NaN, instant: '' }

  constructor(system: () => number = Date.now) {
    this.#system = system
  }

  get setting(): ClockSetting {
    return { shiftMs: this.#shiftMs, frozenAt: this.#frozenAt }
  }

  set setting({ shiftMs, frozenAt }: ClockSetting) {
    this.#shiftMs = shiftMs
    this.#frozenAt = frozenAt
  }

  get mode(): 'system' | 'frozen' | 'shifted' {
    if (this.#frozenAt !== null) return 'frozen'
    return this.#shiftMs === 0 ? 'system' : 'shifted'
  }

  now(): Instant {
    if (this.#frozenAt !== null) return this.#frozenAt
    const ms = this.#system() + this.#shiftMs
    if (ms !== this.#told.ms) this.#told = { ms, instant: instantOf(ms) }
    return this.#told.instant
  }

  /** Stands still at an ISO 8601 time, with any offset. Throws a RangeError for what is no time, or outside the years that the game knows. */
  freezeAt(time: string): void {
    this.#frozenAt = parse(time)
  }

  freeze(): void {
    this.#frozenAt = this.now()
  }

  /** Goes on from an ISO 8601 time; a frozen clock stands at it. Throws a RangeError as {@link freezeAt} does. */
  set(time: string): void {
    const at = parse(time)
    if (this.#frozenAt !== null) this.#frozenAt = at
    else this.#shiftMs = msOf(at) - this.#system()
  }

  /** Throws a RangeError when that leaves the years that the game knows. */
  advance(ms: number): void {
    const at = checked(msOf(this.now()) + ms)
    if (this.#frozenAt !== null) this.#frozenAt = at
    else this.#shiftMs += ms
  }

  /** Back to the system's time. */
  resume(): void {
    this.#frozenAt = null
    this.#shiftMs = 0
  }
}

function parse(time: string): Instant {
  const ms = Date.parse(time)
  if (Number.isNaN(ms))
    throw new RangeError(`'${time}' is not a time. Write it as 2026-03-07T23:40:00-05:00.`)
  return checked(ms)
}

/** Instants are ordered like their text as long as the year has four digits, and days count from 1970. */
const FIRST_MS = Date.UTC(1990, 0)
const LAST_MS = Date.UTC(9990, 0)

function checked(ms: number): Instant {
  if (!(ms >= FIRST_MS && ms < LAST_MS)) {
    throw new RangeError(
      'The clock goes from the year 1990 to 9989, and this is outside. Choose a time between.',
    )
  }
  return instantOf(ms)
}
