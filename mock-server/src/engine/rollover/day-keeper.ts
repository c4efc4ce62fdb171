import type { DailyGames } from '../../contract/schemas/admin.ts'
import { dayAt, type GameDay } from '../../rules/day.ts'
import type { Instant } from '../../rules/instant.ts'
import type { Context, DailyWork } from '../context.ts'
import { nextTurn } from '../next-turn.ts'
import type { Store } from '../store.ts'
import { announceBatch } from './results-announcement.ts'
import { rollOverBatch, SWEEP_START, sweepBatch } from './rollover.ts'

/** The size of a batch of the roll-over. An embedded store blocks other calls while it commits one. */
const BATCH = 25

/** Runs work in its own transaction, and retries it if necessary. */
type Run = <T>(work: (context: Context) => Promise<T>) => Promise<T>

interface DayKeeperSettings {
  readonly timeZone: string
  /** See {@link Store.rollOverBatch}. */
  readonly batch?: number | undefined
  /** Called if an error stops the work and no caller receives it. The next call continues the work. */
  readonly onProblem: (problem: unknown) => void
}

/**
 * Does the daily work, the roll-over and the announcement of results, in batches, so that calls are answered in
 * between. Several processes may do it at the same time.
 */
export class DayKeeper implements DailyWork {
  readonly #run: Run
  readonly #timeZone: string
  readonly #batch: number
  readonly #onProblem: (problem: unknown) => void
  /** The day whose work is done, and when more may be due on it. */
  #done: { readonly day: GameDay; readonly recheckAt: Instant | null } | null = null
  #running: Promise<DailyGames> | null = null
  #firstBatch: Promise<unknown> | null = null
  #mustRecheck = false
  #isStopped = false

  constructor(run: Run, { timeZone, batch = BATCH, onProblem }: DayKeeperSettings) {
    this.#run = run
    this.#timeZone = timeZone
    this.#batch = batch
    this.#onProblem = onProblem
  }

  /** Does all work that is due. @returns the totals of the day's roll-over; 0 if it was not due. */
  async rollOverIfDue(now: Instant): Promise<DailyGames> {
    const date = dayAt(now, this.#timeZone)
    if (this.#isDone(now)) return { date, gamesCreated: 0, gamesCompleted: 0 }
    this.#running ??= this.#rollOverIfDue().finally(() => {
      this.#running = null
      this.#firstBatch = null
    })
    return this.#running
  }

  /**
   * Starts all work that is due, but waits for its first batch only. A small world is then up to date. In a large one,
   * each call updates the games that it reads as the roll-over would.
   */
  async startIfDue(now: Instant): Promise<void> {
    if (this.#isDone(now)) return
    if (this.#running === null) {
      const running = this.rollOverIfDue(now)
      const firstBatch = this.#firstBatch
      // The caller gets the error of the first batch; nobody waits for later ones, so their error is reported.
      running.catch((error) => firstBatch?.then(() => this.#onProblem(error)).catch(() => {}))
    }
    await this.#firstBatch
  }

  async trigger(now: Instant): Promise<DailyGames> {
    const due = await this.rollOverIfDue(now)
    let date = due.date
    let sweep = { ...SWEEP_START, gamesCreated: due.gamesCreated, gamesCompleted: due.gamesCompleted }
    for (let hasMore = true; hasMore; ) {
      const before = sweep
      const batch = await this.#run(async (context) => {
        date = context.day
        return sweepBatch(context, this.#batch, before, () => true)
      })
      sweep = batch.sweep
      hasMore = batch.hasMore
      if (hasMore) await nextTurn()
    }
    return { date, gamesCreated: sweep.gamesCreated, gamesCompleted: sweep.gamesCompleted }
  }

  /** Call this when more work may have become due. */
  recheck(): void {
    this.#mustRecheck = true
    this.#done = null
  }

  /** Stops running work after its current batch. */
  stop(): void {
    this.#isStopped = true
  }

  #isDone(now: Instant): boolean {
    const done = this.#done
    return (
      done !== null &&
      done.day === dayAt(now, this.#timeZone) &&
      (done.recheckAt === null || now < done.recheckAt)
    )
  }

  async #rollOverIfDue(): Promise<DailyGames> {
    for (;;) {
      this.#mustRecheck = false
      const batch = this.#run(async (context) => ({
        day: context.day,
        ...(await rollOverBatch(context, this.#batch)),
      }))
      this.#firstBatch ??= batch
      const { day, sweep, hasMore, recheckAt } = await batch
      const { gamesCreated, gamesCompleted } = sweep
      if (hasMore && !this.#isStopped) {
        await nextTurn()
        continue
      }
      while (!this.#isStopped && (await this.#run(announceBatch))) await nextTurn()
      if (!this.#isStopped) {
        if (this.#mustRecheck) continue
        this.#done = { day, recheckAt }
      }
      return { date: day, gamesCreated, gamesCompleted }
    }
  }
}
