import type { DailyGames } from '../../contract/schemas/admin.ts'
import { dayAt, type GameDay } from '../../rules/day.ts'
import type { Instant } from '../../rules/instant.ts'
import type { Context } from '../context.ts'
import { yieldToEventLoop } from '../slices.ts'
import type { Store } from '../store.ts'
import { announceBatch } from './results-announcement.ts'
import { rollOverBatch, SWEEP_START, sweepBatch } from './rollover.ts'

/**
 * The games that the first batch of a roll-over may close or create: calls wait for it. Also the size of all batches of
 * an embedded store, which blocks other calls while it commits.
 */
const FIRST_BATCH = 25

/** Runs work in its own transaction, and retries it if necessary. */
type Run = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/** Runs a batch of at most `limit` games. */
type RunBatch = <T>(work: (context: Context, limit: number) => Promise<T>) => Promise<T>

/**
 * Does the daily work, the roll-over and the announcement of results, in batches, so that calls are answered in
 * between. Several processes may do it at the same time.
 */
export class DayKeeper {
  readonly #run: Run
  readonly #timeZone: string
  readonly #onProblem: (problem: unknown) => void
  readonly #maxBatch: number
  /** The day whose work is done, and when more may be due on it. */
  #done: { readonly day: GameDay; readonly recheckAt: Instant | null } | null = null
  #running: Promise<DailyGames> | null = null
  #firstBatch: Promise<unknown> | null = null
  #mustRecheck = false
  #isStopped = false

  /**
   * @param onProblem called if an error stops the work and no caller receives it. The next call continues the work.
   * @param maxBatch see {@link Store.maxBatch}.
   */
  constructor(run: Run, timeZone: string, onProblem: (problem: unknown) => void, maxBatch = FIRST_BATCH) {
    this.#run = run
    this.#timeZone = timeZone
    this.#onProblem = onProblem
    this.#maxBatch = maxBatch
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

  /** Does all work that is due, and creates games for all groups that have none today. */
  async trigger(now: Instant): Promise<DailyGames> {
    const due = await this.rollOverIfDue(now)
    let date = due.date
    let sweep = { ...SWEEP_START, gamesCreated: due.gamesCreated, gamesCompleted: due.gamesCompleted }
    const runBatch = growingBatches(this.#run, this.#maxBatch)
    for (let hasMore = true; hasMore; ) {
      const before = sweep
      const batch = await runBatch(async (context, limit) => {
        date = context.day
        return sweepBatch(context, limit, before, () => true)
      })
      sweep = batch.sweep
      hasMore = batch.hasMore
      if (hasMore) await yieldToEventLoop()
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
    const runBatch = growingBatches(this.#run, this.#maxBatch)
    for (;;) {
      this.#mustRecheck = false
      const batch = runBatch(async (context, limit) => ({
        day: context.day,
        ...(await rollOverBatch(context, limit)),
      }))
      this.#firstBatch ??= batch
      const { day, sweep, hasMore, recheckAt } = await batch
      const { gamesCreated, gamesCompleted } = sweep
      if (hasMore && !this.#isStopped) {
        await yieldToEventLoop()
        continue
      }
      while (!this.#isStopped && (await this.#run(announceBatch))) await yieldToEventLoop()
      if (!this.#isStopped) {
        if (this.#mustRecheck) continue
        this.#done = { day, recheckAt }
      }
      return { date: day, gamesCreated, gamesCompleted }
    }
  }
}

/**
 * Runs batches that double in size. A batch that has to be retried, usually because players' calls create the same games,
 * is small again, since a retry repeats all of it.
 */
function growingBatches(run: Run, maxBatch: number): RunBatch {
  let next = FIRST_BATCH
  return async (work) => {
    let size = next
    let tries = 0
    const result = await run((context) => {
      if (tries++ > 0) size = FIRST_BATCH
      return work(context, size)
    })
    next = Math.min(2 * size, maxBatch)
    return result
  }
}
