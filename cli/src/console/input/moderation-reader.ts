import type { Queue } from '@inkling/mock-server/contract/schemas/moderation'
import { connect } from '../../calls/connect.ts'
import type { Settings } from '../../settings/settings.ts'
import { cleanedData } from '../../terminal-text.ts'
import { chosenReport, type ModerationView } from '../state/moderation-view.ts'
import { picturesOf, shownReport } from '../state/shown-report.ts'
import type { ConsoleState } from '../state/state.ts'
import type { Store } from '../store.ts'

/** What reads from the server while the console is used. */
export interface ReaderParts {
  readonly store: Store<ConsoleState>
  readonly settings: Settings
  readonly sentence: (error: unknown) => string
}

const PAGE = 100

/** Reads what the moderation view shows, and reads it again when something was reported or decided. */
export class ModerationReader {
  readonly #parts: ReaderParts
  readonly #unsubscribe: () => void
  #seen = ''
  /** What the next reading leaves below the queue. */
  #message = ''
  #reading = false
  /** Reports that are being decided, and are not shown meanwhile. */
  readonly #leaving = new Set<string>()
  /** Those whose decision has ended: the next reading shows them as they are. */
  readonly #settled = new Set<string>()
  #isStale = false

  constructor(parts: ReaderParts) {
    this.#parts = parts
    this.#unsubscribe = parts.store.subscribe(() => this.#follow())
  }

  stop(): void {
    this.#unsubscribe()
  }

  get view(): ModerationView {
    return this.#parts.store.get().moderation
  }

  change(part: Partial<ModerationView>): void {
    this.#parts.store.change((before) => ({ ...before, moderation: { ...before.moderation, ...part } }))
  }

  /** Runs work, and shows why it failed. */
  async attempt(run: () => Promise<void> | void): Promise<void> {
    try {
      await run()
    } catch (error) {
      this.change({ message: this.#parts.sentence(error) })
    }
  }

  /** Reads the queue; once more if something changed meanwhile. */
  async readQueue(message = ''): Promise<void> {
    this.#isStale = true
    this.#message = message
    if (this.#reading) return
    this.#reading = true
    try {
      while (this.#isStale) {
        this.#isStale = false
        const { order, isClosed } = this.view
        const settled = [...this.#settled]
        await this.attempt(async () => {
          const read = cleanedData(
            await connect(this.#parts.settings).listReports({
              query: { order, state: isClosed ? 'closed' : 'open', limit: PAGE },
            }),
          )
          for (const id of settled) {
            this.#leaving.delete(id)
            this.#settled.delete(id)
          }
          if (this.view.isClosed !== isClosed) return
          this.#showQueue(read, this.#message)
          await this.readReport()
        })
      }
    } finally {
      this.#reading = false
    }
  }

  /** Takes reports out of the queue while they are being decided. Decided ones stay where decided ones are listed. */
  leave(ids: readonly string[]): void {
    const { queue: before, isClosed } = this.view
    for (const id of ids) this.#leaving.add(id)
    if (before && !isClosed) this.#showQueue(before, '')
    void this.readReport()
  }

  /** Shows reports again as they are after their decision, for example because it was refused. */
  async settle(ids: readonly string[], message: string): Promise<void> {
    for (const id of ids) this.#settled.add(id)
    await this.readQueue(message)
  }

  /** Shows a queue without the reports that are being decided. */
  #showQueue(read: Queue, message: string): void {
    const { isClosed } = this.view
    const reports = isClosed
      ? read.reports
      : read.reports.filter(({ reportId }) => !this.#leaving.has(reportId))
    const left = { ...read, reports, open: read.open - (read.reports.length - reports.length) }
    const listed = new Set(reports.map(({ reportId }) => reportId))
    this.change({
      queue: left,
      chosen: chosenAfter(this.view, left),
      marked: new Set([...this.view.marked].filter((id) => listed.has(id))),
      message,
    })
  }

  /** Reads the queue in another order or state. */
  reread(part: Partial<ModerationView>): void {
    this.change({ ...part, queue: null, chosen: null, marked: new Set(), shown: null, message: '' })
    void this.readQueue()
  }

  async readReport(): Promise<void> {
    const thing = chosenReport(this.view)
    if (!thing) {
      this.change({ shown: null })
      return
    }
    await this.attempt(async () => {
      const read = await connect(this.#parts.settings).inspectReport({ params: { id: thing.reportId } })
      if (chosenReport(this.view)?.reportId !== thing.reportId) return
      this.change({
        chosen: thing.reportId,
        shown: cleanedData(shownReport(read)),
        pictures: picturesOf(read),
      })
    })
  }

  readPlayer(id: string): Promise<void> {
    return this.attempt(async () =>
      this.change({
        player: cleanedData(await connect(this.#parts.settings).inspectPlayer({ params: { id } })),
        from: 0,
        message: '',
      }),
    )
  }

  /** Reads again when something was reported or decided, and with each reading of the status. */
  #follow(): void {
    const { mode, events, statusAt } = this.#parts.store.get()
    if (mode.name !== 'moderation') return
    const last = events.findLast(({ type }) => CHANGES.has(type))
    const seen = `${statusAt} ${last?.at} ${last?.type}`
    if (seen === this.#seen) return
    this.#seen = seen
    void this.readQueue(this.view.message)
  }
}

const CHANGES: ReadonlySet<string> = new Set(['reported', 'report-taken-back', 'decided'])

/** A decided report leaves the queue: the one after it is chosen then. */
function chosenAfter({ queue: before, chosen }: ModerationView, { reports }: Queue): string | null {
  if (chosen === null || reports.some(({ reportId }) => reportId === chosen)) return chosen
  const at = before?.reports.findIndex(({ reportId }) => reportId === chosen) ?? 0
  return reports[Math.min(Math.max(0, at), reports.length - 1)]?.reportId ?? null
}
