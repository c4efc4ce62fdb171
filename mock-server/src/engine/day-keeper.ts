import type { DailyGames } from '../contract/schemas/admin.ts'
import { dayAt, type GameDay } from '../rules/day.ts'
import type { Instant } from '../rules/instant.ts'
import type { Context } from './context.ts'
import { announceBatch } from './results-announcement.ts'
import { rollOverBatch, SWEEP_START, sweepBatch } from './rollover.ts'

/** Runs work in a transaction of its own, again when it has to. */
type Run = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/**
 * Does what a day demands, a batch at a time, so that players are answered meanwhile: the roll-over and the announcement
 * of results. Any number of processes may do it at once.
 */
export class DayKeeper {
  readonly #run: Run
  readonly #timeZone: string
  readonly #onProblem: (problem: unknown) => void
  /** The day that is done, and when there is something to do again on it. */
  #done: { readonly day: GameDay; readonly lookAgainAt: Instant | null } | null = null
  #keeping: Promise<DailyGames> | null = null
  #firstBatch: Promise<unknown> | null = null
  #isToLookAgain = false
  #isStopped = false

  /** @param onProblem told when the work stops for an error; the next call goes on with it. */
  constructor(run: Run, timeZone: string, onProblem: (problem: unknown) => void) {
    this.#run = run
    this.#timeZone = timeZone
    this.#onProblem = onProblem
  }

  /** Does everything that is due. @returns what the roll-over of the day has done, if it was due. */
  async keep(now: Instant): Promise<DailyGames> {
    const date = dayAt(now, this.#timeZone)
    if (this.#isDone(now)) return { date, gamesCreated: 0, gamesCompleted: 0 }
    this.#keeping ??= this.#keepDay().finally(() => {
      this.#keeping = null
      this.#firstBatch = null
    })
    return this.#keeping
  }

  /**
   * Begins everything that is due and waits for its first batch only: a small world is up to date after that, and in a
   * large one every reader finds what concerns them, whether the roll-over has come to it or not.
   */
  async begin(now: Instant): Promise<void> {
    if (this.#isDone(now)) return
    if (this.#keeping === null) {
      const keeping = this.keep(now)
      const firstBatch = this.#firstBatch
      // An error of the first batch reaches the caller; one of a later batch reaches nobody else.
      keeping.catch((error) => firstBatch?.then(() => this.#onProblem(error)).catch(() => {}))
    }
    await this.#firstBatch
  }

  /** Does everything that is due, and creates games for all groups that have none today. */
  async trigger(now: Instant): Promise<DailyGames> {
    const due = await this.keep(now)
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

  async #keepDay(): Promise<DailyGames> {
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

/** Lets calls that have come meanwhile go first. */
const othersFirst = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
