import { type Instant, instantOf, msOf } from '../../core/rules/time/instant.ts'
import type { Clock } from '../../engine/ports.ts'

/** The difference between a clock and the system clock. */
export interface ClockSetting {
  readonly shiftMs: number
  /** The time of a frozen clock; null for a running one. */
  readonly frozenAt: Instant | null
}

/** The clock of the whole server: the system time, unless it was frozen, set or advanced. */
export class ControlledClock implements Clock {
  #shiftMs = 0
  #frozenAt: Instant | null = null
  readonly #system: () => number

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

  /** The real time in milliseconds. */
  get systemNow(): number {
    return this.#system()
  }

  now(): Instant {
    return this.#frozenAt ?? instantOf(this.#system() + this.#shiftMs)
  }

  /**
   * Freezes the clock at an ISO 8601 time with any offset. Throws a RangeError for an invalid time or one outside the
   * supported years.
   */
  freezeAt(time: string): void {
    this.#frozenAt = parse(time)
  }

  freeze(): void {
    this.#frozenAt = this.now()
  }

  /**
   * Sets the clock to an ISO 8601 time; a frozen clock stays frozen. Throws a RangeError as {@link freezeAt} does.
   */
  set(time: string): void {
    const at = parse(time)
    if (this.#frozenAt !== null) this.#frozenAt = at
    else this.#shiftMs = msOf(at) - this.#system()
  }

  /** Throws a RangeError if the result is outside the supported years. */
  advance(ms: number): void {
    const at = checked(msOf(this.now()) + ms)
    if (this.#frozenAt !== null) this.#frozenAt = at
    else this.#shiftMs += ms
  }

  /** Returns to the system time. */
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

/** Instants sort as text only if their years have four digits, and days are counted from 1970. */
const FIRST_MS = Date.UTC(1990, 0)
const LAST_MS = Date.UTC(9990, 0)

function checked(ms: number): Instant {
  if (!(ms >= FIRST_MS && ms < LAST_MS)) {
    throw new RangeError('The clock supports the years 1990 to 9989. Choose a time within them.')
  }
  return instantOf(ms)
}
