import type { DailyGames } from '../../contract/schemas/admin.ts'
import { dayAt, type GameDay } from '../../rules/day.ts'
import type { Instant } from '../../rules/instant.ts'
import type { Context } from '../context.ts'
import { announceBatch } from './results-announcement.ts'
import { rollOverBatch, SWEEP_START, sweepBatch } from './rollover.ts'

/** Runs work in its own transaction, and retries it if necessary. */
type Run = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/**
 * Does the work that is due each day, the roll-over and the announcement of results, in batches, so that players are
 * served in between. Several processes may do it at the same time.
 */
export class DayKeeper {
  readonly #run: Run
  readonly #timeZone: string
  readonly #onProblem: (problem: unknown) => void
  /** The day that is finished, and when there is more to do on it. */
  #done: { readonly day: GameDay; readonly lookAgainAt: Instant | null } | null = null
  #running: Promise<DailyGames> | null = null
  #firstBatch: Promise<unknown> | null = null
  #isToLookAgain = false
  #isStopped = false

  /** @param onProblem called when an error stops the work; the next call continues it. */
  constructor(run: Run, timeZone: string, onProblem: (problem: unknown) => void) {
    this.#run = run
    this.#timeZone = timeZone
    this.#onProblem = onProblem
  }

  /** Does all work that is due. @returns the result of the day's roll-over, if it was due. */
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
   * Starts all work that is due, and waits for its first batch only. A small world is then up to date. In a large
   * one, readers see their own games as if the roll-over had already reached them.
   */
  async beginIfDue(now: Instant): Promise<void> {
    if (this.#isDone(now)) return
    if (this.#running === null) {
      const running = this.rollOverIfDue(now)
      const firstBatch = this.#firstBatch
      // An error of the first batch reaches the caller; one of a later batch reaches nobody else.
      running.catch((error) => firstBatch?.then(() => this.#onProblem(error)).catch(() => {}))
    }
    await this.#firstBatch
  }

  /** Does everything that is due, and creates games for all groups that have none today. */
  async trigger(now: Instant): Promise<DailyGames> {
    const due = await this.rollOverIfDue(now)
    let date = due.date
    let sweep = { ...SWEEP_START, gamesCreated: due.gamesCreated, gamesCompleted: due.gamesCompleted }
    for (let goesOn = true; goesOn; ) {
      const before = sweep
      const batch = await this.#run(async (context) => {
        date = context.day
        return sweepBatch(context, before, () => true)
      })
      sweep = batch.sweep
      goesOn = batch.goesOn
      if (goesOn) await othersFirst()
    }
    return { date, gamesCreated: sweep.gamesCreated, gamesCompleted: sweep.gamesCompleted }
  }

  /** Something may be due that was not before. */
  lookAgain(): void {
    this.#isToLookAgain = true
    this.#done = null
  }

  /** Work that is under way ends after its batch. */
  stop(): void {
    this.#isStopped = true
  }

  #isDone(now: Instant): boolean {
    const done = this.#done
    return (
      done !== null &&
      done.day === dayAt(now, this.#timeZone) &&
      (done.lookAgainAt === null || now < done.lookAgainAt)
    )
  }

  async #rollOverIfDue(): Promise<DailyGames> {
    for (;;) {
      this.#isToLookAgain = false
      const batch = this.#run(async (context) => ({ day: context.day, ...(await rollOverBatch(context)) }))
      this.#firstBatch ??= batch
      const { day, sweep, goesOn, lookAgainAt } = await batch
      const { gamesCreated, gamesCompleted } = sweep
      if (goesOn && !this.#isStopped) {
        await othersFirst()
        continue
      }
      while (!this.#isStopped && (await this.#run(announceBatch))) await othersFirst()
      if (!this.#isStopped) {
        if (this.#isToLookAgain) continue
        this.#done = { day, lookAgainAt }
      }
      return { date: day, gamesCreated, gamesCompleted }
    }
  }
}

/** Lets calls that arrived meanwhile run first. */
const othersFirst = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
