import type { DailyGames } from '../../core/contract/schemas/admin.ts'
import { dayAt, type GameDay } from '../../core/rules/time/day.ts'
import { earlier, type Instant, plus } from '../../core/rules/time/instant.ts'
import type { DailyWork, Run } from '../context.ts'
import { letCallsRun } from '../let-calls-run.ts'
import { StoreUnavailableError } from '../store.ts'
import { type CleanUp, cleanUpBatch, cleanUpUser, isCleanedUp, noteCleanedUp } from './clean-up.ts'
import { announceBatch } from './results-announcement.ts'
import { rollOverBatch, type Skipped, SWEEP_START, sweepBatch } from './rollover.ts'

/** How many games a batch may close, plus how many groups it may check. Larger ones make players' calls wait. */
const BATCH = 25
/** When the work is tried again after an error that stopped it. */
const RETRY_MS = 60_000

interface DayKeeperSettings {
  readonly timeZone: string
  /**
   * Called once a day for each game or group that is skipped because of an error, and if an error stops the work and no
   * caller receives it.
   */
  readonly onProblem: (problem: unknown) => void
}

/**
 * Does the daily work, the roll-over and the announcement of results, in batches, so that calls are answered in
 * between. Several processes may do it at the same time.
 */
export class DayKeeper implements DailyWork {
  readonly #run: Run
  readonly #timeZone: string
  readonly #onProblem: (problem: unknown) => void
  /** The day whose work is done, or has failed, and when more may be due on it. */
  #done: { readonly day: GameDay; readonly recheckAt: Instant | null; readonly isFailed?: true } | null = null
  /** What was skipped on a day. */
  #reported: { readonly day: GameDay; readonly skipped: Set<string> } = { day: '', skipped: new Set() }
  #running: Promise<DailyGames> | null = null
  #firstBatch: Promise<unknown> | null = null
  /** All of it but the clean-up. */
  #games: Promise<{ readonly games: DailyGames; readonly recheckAt: Instant | null }> | null = null
  #mustRecheck = false
  #isStopped = false

  constructor(run: Run, { timeZone, onProblem }: DayKeeperSettings) {
    this.#run = run
    this.#timeZone = timeZone
    this.#onProblem = onProblem
  }

  /** Does all work that is due. @returns the totals of the day's roll-over; 0 if it was not due. */
  async rollOverIfDue(now: Instant): Promise<DailyGames> {
    const date = dayAt(now, this.#timeZone)
    if (this.#isDone(now)) return { date, gamesCreated: 0, gamesCompleted: 0 }
    this.#running ??= this.#rollOverIfDue()
      .catch((error) => {
        // A store that is back is used at once.
        const isPaused = !(error instanceof StoreUnavailableError)
        if (isPaused) this.#done = { day: date, recheckAt: plus(now, RETRY_MS), isFailed: true }
        throw error
      })
      .finally(() => {
        this.#running = null
        this.#firstBatch = null
        this.#games = null
      })
    return this.#running
  }

  /**
   * Starts all work that is due before a call, and waits for its first batch only, or for all but the clean-up, which takes
   * minutes if very many accounts go. After the first batch, a small world is up to date. In a large one, each call updates
   * the games that it reads as the roll-over would. The same holds if the work fails, so that players can play.
   *
   * @throws StoreUnavailableError if the store failed in what the call waits for.
   */
  async startIfDue(now: Instant, waitFor: 'first-batch' | 'all' = 'first-batch'): Promise<void> {
    if (this.#isDone(now)) return
    const started = this.#running === null ? this.rollOverIfDue(now) : null
    const awaited = waitFor === 'all' ? this.#games : this.#firstBatch
    started?.catch((error) => this.#reportUnlessReceived(error, awaited))
    await awaited?.catch((error: unknown) => {
      if (error instanceof StoreUnavailableError) throw error
    })
  }

  async trigger(now: Instant): Promise<DailyGames> {
    if (this.#done?.isFailed) this.#done = null
    this.#reported.skipped.clear()
    const due = await this.rollOverIfDue(now)
    let date = due.date
    let sweep = { ...SWEEP_START, gamesCreated: due.gamesCreated, gamesCompleted: due.gamesCompleted }
    for (let hasMore = true; hasMore; ) {
      const before = sweep
      const batch = await this.#run(async (context) => {
        date = context.day
        return sweepBatch(context, BATCH, before, () => true)
      })
      this.#report(date, batch.skipped)
      sweep = batch.sweep
      hasMore = batch.hasMore
      if (hasMore) await letCallsRun()
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
      this.#games = this.#rollOver()
      const { games, recheckAt } = await this.#games
      await this.#cleanUp(games.date)
      if (!this.#isStopped) {
        if (this.#mustRecheck) continue
        this.#done = { day: games.date, recheckAt }
      }
      return games
    }
  }

  /** Closes and creates all games that are due, and announces results. @returns also when more is due, or null */
  async #rollOver(): Promise<{ games: DailyGames; recheckAt: Instant | null }> {
    for (;;) {
      const batch = this.#run(async (context) => ({
        day: context.day,
        ...(await rollOverBatch(context, BATCH)),
      }))
      this.#firstBatch ??= batch
      const { day, sweep, skipped, hasMore, recheckAt } = await batch
      const { gamesCreated, gamesCompleted } = sweep
      this.#report(day, skipped)
      if (hasMore && !this.#isStopped) {
        await letCallsRun()
        continue
      }
      const announcedAgainAt = await this.#announce(day)
      const games = { date: day, gamesCreated, gamesCompleted }
      return { games, recheckAt: earliest(recheckAt, announcedAgainAt) }
    }
  }

  /** Announces all due results. @returns when those that failed are due again, or null. */
  async #announce(day: GameDay): Promise<Instant | null> {
    let recheckAt: Instant | null = null
    for (let hasMore = true; hasMore && !this.#isStopped; ) {
      const batch = await this.#run(announceBatch)
      this.#report(day, batch.skipped)
      recheckAt = earliest(recheckAt, batch.recheckAt)
      hasMore = batch.hasMore
      if (hasMore) await letCallsRun()
    }
    return recheckAt
  }

  /** Removes what has become too old, once a day. A user who causes an error is skipped. */
  async #cleanUp(day: GameDay): Promise<void> {
    if (await this.#run(isCleanedUp)) return
    for (let after: string | null = ''; after !== null && !this.#isStopped; ) {
      const from: string = after
      const batch: CleanUp = await this.#run((context) => cleanUpBatch(context, from))
      for (const userId of batch.userIds) {
        await this.#run((context) => cleanUpUser(context, userId)).catch((error) => {
          if (error instanceof StoreUnavailableError) throw error
          this.#report(day, [{ what: `the clean-up of player ${userId}`, error }])
        })
        await letCallsRun()
      }
      after = batch.after
      if (after === null) await this.#run(noteCleanedUp)
    }
  }

  #report(day: GameDay, skipped: readonly Skipped[]): void {
    if (this.#reported.day !== day) this.#reported = { day, skipped: new Set() }
    for (const { what, error } of skipped) {
      if (this.#reported.skipped.has(what)) continue
      this.#reported.skipped.add(what)
      const reason = error instanceof Error ? error.message : String(error)
      this.#onProblem(new Error(`The roll-over skipped ${what}: ${reason}`, { cause: error }))
    }
  }

  /** A call that waits for work fails with it if the store is unavailable. All other errors are reported. */
  #reportUnlessReceived(error: unknown, awaited: Promise<unknown> | null): void {
    const report = () => this.#onProblem(error)
    if (error instanceof StoreUnavailableError) awaited?.then(report, () => {})
    else report()
  }
}

const earliest = (a: Instant | null, b: Instant | null): Instant | null => (a && b ? earlier(a, b) : (a ?? b))
