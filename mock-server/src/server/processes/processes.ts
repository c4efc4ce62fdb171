import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Engine } from '../../engine/engine.ts'
import type { TimedEvent } from '../../engine/events.ts'
import { ControlledClock } from '../control/clock.ts'
import type { SharedClock } from '../control/controlled-engine.ts'
import type { OperatorState } from '../control/operator-state.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { CallCounts } from '../stores/postgres/call-counts.ts'
import type { PostgresStore } from '../stores/postgres/postgres-store.ts'
import { ProcessMessages } from '../stores/postgres/process-messages.ts'

export interface ProcessParts {
  readonly store: PostgresStore
  /** The clock of this process, which follows the setting in the database. */
  readonly clock: ControlledClock
  /** The time zone of the game, which must be the same in all processes. */
  readonly timeZone: string
  /** Reads the stored keys that sign tokens. */
  readonly readTokenSecrets: () => Promise<readonly string[]>
  readonly onProblem: (problem: unknown) => void
}

/** What this process takes over from the others besides the clock and the token secrets. */
interface Followed {
  readonly operator: OperatorState
  /** Reads the generated admin key, which another process may replace; null for a configured one. */
  readonly readAdminKey: (() => Promise<string> | string) | null
}

/** An event of another process, or a sign that some of its events may have been lost. */
type Message = { readonly event: TimedEvent } | { readonly lost: true }

/** The name of the clock setting in the database. */
const CLOCK = 'clock'

/** Interval at which each process reads the shared state again. */
const FOLLOW_MS = 1000
/** By then, every process that responds has read a change. */
const FOLLOWED_MS = 1500

/** Each change increments the version, so that a read that began before it does not undo it. */
const storedClock = z.object({
  version: z.number(),
  shiftMs: z.number(),
  frozenAt: z.nullable(z.string()),
})
type StoredClock = z.infer<typeof storedClock>

const UNCHANGED: StoredClock = { version: 0, shiftMs: 0, frozenAt: null }

/**
 * Keeps this process consistent with the others over the same database: reads the clock, the secrets and the operator's state every
 * second, and exchanges events by NOTIFY.
 */
export class Processes implements SharedClock {
  readonly #parts: ProcessParts
  #channel: ProcessMessages | null = null
  #timer: NodeJS.Timeout | null = null
  #clockVersion = 0
  #tokenSecrets = ''
  #engine: Engine | null = null
  /** Reads the shared state. */
  readonly #follow: (() => Promise<unknown>)[] = [
    () => this.#readClock(),
    async () => this.#channel?.readLabels(),
  ]
  /** The number of reads in progress. */
  #reads = 0
  /** Whether the latest read failed. */
  #isAway = false

  private constructor(parts: ProcessParts) {
    this.#parts = parts
  }

  /**
   * Connects with the other processes over a database and adopts their clock.
   * @param url the URL of the store's database.
   * @throws {StartupError} if they have another time zone.
   * @throws if the database cannot be reached.
   */
  static async join(url: string, parts: ProcessParts): Promise<Processes> {
    const processes = new Processes(parts)
    const channel = await ProcessMessages.open(url, {
      label: parts.timeZone,
      onItem: (item) => processes.#receive(item as Message),
      onMissed: (hasLost) => {
        processes.#missed()
        if (hasLost) channel.send({ lost: true } satisfies Message)
      },
      onProblem: parts.onProblem,
    })
    processes.#channel = channel
    try {
      await processes.#checkTimeZone()
      await processes.#readClock()
    } catch (error) {
      await processes.close()
      throw error
    }
    processes.#timer = setInterval(() => {
      // While the database does not respond, a read takes longer than the interval.
      if (processes.#reads === 0) void processes.follow()
    }, FOLLOW_MS).unref()
    return processes
  }

  /** The number of processes at the last count, including this one. */
  get count(): number {
    return this.#channel?.processes ?? 1
  }

  /** Call counts for rate limits, shared by all processes. */
  get callCounts(): CallCounts {
    return this.#parts.store.callCounts
  }

  /** Exchanges events between the engine and the other processes from now on. */
  async connect(engine: Engine, followed: Followed | null = null): Promise<void> {
    this.#engine = engine
    await this.#readSecrets(engine)
    this.#follow.push(() => this.#readSecrets(engine))
    if (followed) {
      const { operator, readAdminKey } = followed
      this.#follow.push(() => operator.read())
      if (readAdminKey) this.#follow.push(async () => engine.useAdminKey(await readAdminKey()))
    }
    engine.events.listen((event, isOwn) => {
      const message: Message = { event }
      if (isOwn) this.#channel?.send(message)
    })
  }

  /** Reads the shared state now. The first failure of several in a row is reported. */
  async follow(): Promise<void> {
    this.#reads++
    try {
      await Promise.all(this.#follow.map((read) => read()))
      this.#isAway = false
    } catch (problem) {
      if (!this.#isAway) this.#parts.onProblem(problem)
      this.#isAway = true
    } finally {
      this.#reads--
    }
  }

  async changeClock(change: (clock: ControlledClock) => void): Promise<void> {
    const changed = await this.#parts.store.controls.change(CLOCK, (stored) => {
      const { version, ...setting } = stored === null ? UNCHANGED : storedClock.parse(stored)
      const clock = new ControlledClock()
      clock.setting = setting
      change(clock)
      return { version: version + 1, ...clock.setting }
    })
    this.#useClock(changed)
    await this.settled()
  }

  async settled(): Promise<void> {
    await this.#channel?.readLabels()
    if (this.count > 1) await pause(FOLLOWED_MS)
  }

  /** Sends the events that are still queued. */
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#channel?.close()
  }

  /** Processes of different zones would start the day at different times. */
  async #checkTimeZone(): Promise<void> {
    const { timeZone } = this.#parts
    const zones = (await this.#channel?.readLabels()) ?? []
    const other = zones.find((zone) => zone !== timeZone)
    if (other === undefined) return
    throw new StartupError(
      `The time zone is ${timeZone}, and a running server on this database has ${other}. Set GAME_TIME_ZONE=${other}; or, to change the zone of the game, stop all servers on the database, and start them with GAME_TIME_ZONE=${timeZone}.`,
    )
  }

  #receive(message: Message): void {
    if ('event' in message) this.#engine?.receiveEvent(message.event)
    else if ('lost' in message) this.#missed()
  }

  /** Makes everyone reload what they show, because events may have been lost. */
  #missed(): void {
    this.#engine?.receiveEvent({ type: 'world-replaced', at: this.#parts.clock.now() })
  }

  async #readClock(): Promise<void> {
    const stored = await this.#parts.store.controls.get(CLOCK)
    if (stored !== null) this.#useClock(storedClock.parse(stored))
  }

  #useClock({ version, ...setting }: StoredClock): void {
    if (version <= this.#clockVersion) return
    this.#clockVersion = version
    this.#parts.clock.setting = setting
  }

  async #readSecrets(engine: Engine): Promise<void> {
    const secrets = await this.#parts.readTokenSecrets()
    const text = secrets.join()
    if (text === this.#tokenSecrets) return
    this.#tokenSecrets = text
    engine.useTokenSecrets(secrets)
  }
}
