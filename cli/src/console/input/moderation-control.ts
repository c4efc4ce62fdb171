import { MODERATION as MODERATION_LIMITS } from '@inkling/mock-server/contract/constants'
import type { ReportedThing } from '@inkling/mock-server/contract/schemas/moderation'
import { connect } from '../../calls/connect.ts'
import type { QueueOrder } from '../../commands/players/moderation.ts'
import { cleanedData } from '../../terminal-text.ts'
import { type Key, letterOf } from '../keyboard/keys.ts'
import { EMPTY_LINE } from '../keyboard/line-editor.ts'
import { indexAfter } from '../keyboard/moves.ts'
import { chosenReport, decidedReports, NO_MODERATION } from '../state/moderation-view.ts'
import { BROWSE, type Mode } from '../state/state.ts'
import { type About, type DecisionParts, MODERATION, ModerationDecisions } from './moderation-decisions.ts'
import { ModerationReader } from './moderation-reader.ts'

const NEXT_ORDER: Readonly<Record<QueueOrder, QueueOrder>> = {
  newest: 'oldest',
  oldest: 'most-reported',
  'most-reported': 'newest',
}

/** The most players that the server lists. */
const FOUND = MODERATION_LIMITS.pageMax

/** The keys of the moderation view: in the queue of reports, and on the page of a player. */
export class ModerationControl {
  readonly #parts: Omit<DecisionParts, 'reader'>
  readonly #reader: ModerationReader
  readonly #decisions: ModerationDecisions

  constructor(parts: Omit<DecisionParts, 'reader'>) {
    this.#parts = parts
    this.#reader = new ModerationReader(parts)
    this.#decisions = new ModerationDecisions({ ...parts, reader: this.#reader })
  }

  stop(): void {
    this.#reader.stop()
  }

  async open(): Promise<void> {
    const { order, undo } = this.#reader.view
    this.#parts.store.set({ mode: MODERATION, moderation: { ...NO_MODERATION, order, undo } })
    await this.#reader.readQueue()
  }

  async openPlayer(id: string): Promise<void> {
    this.#show(MODERATION)
    await this.#reader.readPlayer(id)
    await this.#reader.readQueue(this.#reader.view.message)
  }

  press(key: Key): void {
    const { player } = this.#reader.view
    const letter = letterOf(key)
    if (letter === 'escape' || letter === 'interrupt' || letter === 'q') {
      if (player) this.#reader.change({ player: null, from: 0 })
      else if (this.#reader.view.marked.size > 0) this.#reader.change({ marked: new Set() })
      else this.#show(BROWSE)
    } else if (letter === '/') this.#find()
    else if (letter === '?') this.#show({ name: 'help', from: 0, back: MODERATION })
    else if (player) this.#pressOnPlayer(key, letter, player.player)
    else this.#pressInQueue(key, letter)
  }

  #pressOnPlayer(key: Key, letter: string, { userId, username }: { userId: string; username: string }): void {
    const about: About = { player: { userId, username } }
    if (letter === 'w') this.#decisions.ask('warn', about)
    else if (letter === 's') this.#decisions.askForDays(about)
    else if (letter === 'b') this.#decisions.ask('ban', about)
    else if (letter === 'l' && this.#reader.view.player?.player.suspension === null)
      this.#reader.change({ message: `${username} is not suspended.` })
    else if (letter === 'l') this.#decisions.ask('lift', about)
    else {
      const from = indexAfter(key, this.#reader.view.from, Number.MAX_SAFE_INTEGER)
      if (from !== null && letter !== 'G' && letter !== 'end') this.#reader.change({ from })
    }
  }

  #pressInQueue(key: Key, letter: string): void {
    const { view } = this.#reader
    const reports = view.queue?.reports ?? []
    const thing = chosenReport(view)
    const moved = indexAfter(
      key,
      reports.findIndex(({ reportId }) => reportId === thing?.reportId),
      reports.length,
    )
    if (moved !== null) {
      this.#reader.change({ chosen: reports[moved]?.reportId ?? null, step: null, isEverything: false })
      void this.#reader.readReport()
    } else if (letter === ' ' && thing) this.#mark(thing)
    else if (letter === 'u') this.#decisions.undo()
    else if (letter === 'o') this.#reader.reread({ order: NEXT_ORDER[view.order] })
    else if (letter === 'x') this.#reader.reread({ isClosed: !view.isClosed })
    else if (thing) this.#pressOnThing(letter, thing)
  }

  #pressOnThing(letter: string, thing: ReportedThing): void {
    const { view } = this.#reader
    const about: About = { things: decidedReports(view) }
    const action = ({ d: 'dismiss', h: 'hide', r: 'restore', w: 'warn', b: 'ban' } as const)[letter]
    if (action) this.#decisions.ask(action, about)
    else if (letter === 's') this.#decisions.askForDays(about)
    else if (letter === 'e' && view.marked.size > 0)
      this.#reader.change({ message: 'Everything is of one player: Esc removes the marks first.' })
    else if (letter === 'e') this.#reader.change({ isEverything: !view.isEverything })
    else if (letter === 'p') void this.#reader.readPlayer(thing.author.userId)
    else if (letter === 'left' || letter === 'right') {
      const steps = view.shown?.game?.steps.length ?? 0
      const step = (view.step ?? thing.stepIndex ?? 0) + (letter === 'left' ? -1 : 1)
      this.#reader.change({ step: Math.max(0, Math.min(steps - 1, step)) })
    }
  }

  /** Marks the chosen report or removes its mark, and goes on to the next one. */
  #mark({ reportId }: ReportedThing): void {
    const { view } = this.#reader
    const marked = new Set(view.marked)
    if (!marked.delete(reportId)) marked.add(reportId)
    const reports = view.queue?.reports ?? []
    const at = reports.findIndex((each) => each.reportId === reportId)
    const next = reports[Math.min(reports.length - 1, at + 1)]
    this.#reader.change({ marked, chosen: next?.reportId ?? reportId, step: null, isEverything: false })
    void this.#reader.readReport()
  }

  #find(): void {
    const onAnswer = (query: string) =>
      void this.#reader.attempt(async () => {
        const { players } = cleanedData(
          await connect(this.#parts.settings).findPlayers({ query: { query, limit: FOUND } }),
        )
        const items = players.map(({ userId, username, groupName }) => ({
          id: userId,
          label: `${username} · ${groupName ?? 'no group'}`,
        }))
        if (items.length === 0)
          this.#reader.change({
            message: `No player has '${query}' in their name, or an id that begins with it.`,
          })
        else
          this.#show({
            name: 'pick',
            title: items.length < FOUND ? 'Whose page?' : `Whose page? These are the first ${FOUND}.`,
            line: EMPTY_LINE,
            at: 0,
            items,
            onAnswer: (id) => void this.#reader.readPlayer(id),
            back: MODERATION,
          })
      })
    const question = 'Find a player by a part of the name, or by id:'
    this.#show({ name: 'ask', question, line: EMPTY_LINE, onAnswer, back: MODERATION })
  }

  #show(mode: Mode): void {
    this.#parts.store.set({ mode })
  }
}
