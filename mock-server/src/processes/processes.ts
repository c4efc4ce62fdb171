import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { ControlledClock } from '../control/clock.ts'
import type { Outbox, SentMessage } from '../control/outbox.ts'
import type { SharedControls } from '../control/shared-controls.ts'
import type { Engine } from '../engine/engine.ts'
import type { TimedEvent } from '../engine/events.ts'
import type { PushMessage } from '../engine/ports.ts'
import { StoreUnavailableError } from '../engine/store.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { CallCounts } from '../stores/postgres/call-counts.ts'
import type { PostgresStore } from '../stores/postgres/postgres-store.ts'
import { Peers } from './peers.ts'

export interface ProcessParts {
  readonly store: PostgresStore
  /** The clock of this process, which follows the setting in the database. */
  readonly clock: ControlledClock
  readonly outbox: Outbox
  /** The time zone of the game, which must be the same in all processes. */
  readonly timeZone: string
  /** Reads the stored keys that sign tokens. */
  readonly readTokenSecrets: () => Promise<readonly string[]>
  readonly onProblem: (problem: unknown) => void
}

/** The name of the clock setting in the database. */
const CLOCK = 'clock'

/** The delay between attempts to read shared state. Each attempt takes a few seconds while the database does not respond. */
const RETRY_MS = 500

/** Each change increments the version, so that a late message cannot undo a newer change. */
const storedClock = z.object({
  version: z.number(),
  shiftMs: z.number(),
  frozenAt: z.nullable(z.string()),
})
type StoredClock = z.infer<typeof storedClock>

const UNCHANGED: StoredClock = { version: 0, shiftMs: 0, frozenAt: null }

/** Keeps the in-memory state of this process consistent with the other processes over the same database. */
export class Processes implements SharedControls {
  readonly #parts: ProcessParts
  #peers: Peers | null = null
  #clockVersion = 0
  #engine: Engine | null = null
  #clearFaults = () => {}
  #isClosed = false

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
    processes.#peers = await Peers.open(url, {
      onEvent: (event) => processes.#receiveEvent(event),
      onMissed: () => void processes.#untilAnswered(() => processes.#catchUp()).catch(parts.onProblem),
      onProblem: parts.onProblem,
      answers: {
        clock: (value) => processes.#followClock(storedClock.parse(value)),
        joined: () => processes.#welcome(),
        messages: () => parts.outbox.sent,
        'forget-messages': () => {
          parts.outbox.clear()
          return []
        },
        'clear-faults': () => {
          processes.#clearFaults()
          return []
        },
        'time-zone': () => [parts.timeZone],
      },
    })
    try {
      await processes.#checkTimeZone()
      await processes.#readClock()
    } catch (error) {
      await processes.close()
      throw error
    }
    return processes
  }

  get count(): number {
    return this.#peers?.processes ?? 1
  }

  /** Call counts for rate limits, shared by all processes. */
  get callCounts(): CallCounts {
    return this.#parts.store.callCounts
  }

  /** Exchanges events between the engine and the other processes from now on. */
  async connect(engine: Engine): Promise<void> {
    this.#engine = engine
    // The secrets may have changed since the engine was created.
    await this.#readSecrets()
    engine.events.listen((event, isOwn) => {
      if (isOwn) this.#peers?.notify(event, { now: event.type === 'world-replaced' })
    })
  }

  /** Makes the other processes read the secrets again. This process may sign with a new key afterwards. */
  async announce(): Promise<void> {
    await this.#peers?.ask('joined')
  }

  async changeClock(change: (clock: ControlledClock) => void): Promise<void> {
    const changed = await this.#parts.store.controls.change(CLOCK, (stored) => {
      const { version, ...setting } = stored === null ? UNCHANGED : storedClock.parse(stored)
      const clock = new ControlledClock()
      clock.setting = setting
      change(clock)
      return { version: version + 1, ...clock.setting }
    })
    this.#followClock(changed)
    await this.#peers?.ask('clock', changed)
  }

  async sentMessages(): Promise<readonly PushMessage[]> {
    const elsewhere = (await this.#peers?.ask('messages')) as readonly SentMessage[]
    const all = [...this.#parts.outbox.sent, ...elsewhere].sort((a, b) => a.sentAt - b.sentAt)
    return all.map(({ message }) => message)
  }

  async clearMessages(): Promise<void> {
    this.#parts.outbox.clear()
    await this.#peers?.ask('forget-messages')
  }

  async clearFaultsElsewhere(): Promise<void> {
    await this.#peers?.ask('clear-faults')
  }

  onClearFaults(clear: () => void): void {
    this.#clearFaults = clear
  }

  /** Sends the events that are still queued. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#peers?.close()
  }

  /** Processes of different zones would start the day at different times. */
  async #checkTimeZone(): Promise<void> {
    const { timeZone } = this.#parts
    const zones = (await this.#peers?.ask('time-zone')) ?? []
    const other = zones.find((zone) => zone !== timeZone)
    if (other === undefined) return
    throw new StartupError(
      `The time zone is ${timeZone}, and a running server on this database has ${other}. Set GAME_TIME_ZONE=${other}; or, to change the zone of the game, stop all servers on the database, and start them with GAME_TIME_ZONE=${timeZone}.`,
    )
  }

  #receiveEvent(event: TimedEvent): void {
    if (event.type === 'world-replaced') this.#parts.store.forgetActivePlayers()
    this.#engine?.receiveEvent(event)
  }

  /** Reloads all shared state, because messages may have been lost. */
  async #catchUp(): Promise<void> {
    await this.#readClock()
    await this.#readSecrets()
    this.#receiveEvent({ type: 'world-replaced', at: this.#parts.clock.now() })
  }

  async #readClock(): Promise<void> {
    const stored = await this.#parts.store.controls.get(CLOCK)
    if (stored !== null) this.#followClock(storedClock.parse(stored))
  }

  #followClock({ version, ...setting }: StoredClock): readonly [] {
    if (version > this.#clockVersion) {
      this.#clockVersion = version
      this.#parts.clock.setting = setting
    }
    return []
  }

  async #readSecrets(): Promise<void> {
    const secrets = await this.#parts.readTokenSecrets()
    this.#engine?.useTokenSecrets(secrets)
  }

  async #welcome(): Promise<readonly []> {
    await this.#untilAnswered(() => this.#readSecrets())
    await this.#peers?.count()
    return []
  }

  /** Repeats `read` while the database does not answer. No other message may come that would repeat it. */
  async #untilAnswered(read: () => Promise<void>): Promise<void> {
    while (!this.#isClosed) {
      try {
        return await read()
      } catch (problem) {
        if (!(problem instanceof StoreUnavailableError)) throw problem
        this.#parts.onProblem(problem)
      }
      await pause(RETRY_MS, undefined, { ref: false })
    }
  }
}
