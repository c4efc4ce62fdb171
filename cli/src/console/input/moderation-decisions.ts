import type { DecisionAction, ReportedThing } from '@inkling/mock-server/contract/schemas/moderation'
import { connect } from '../../calls/connect.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import {
  type Decided,
  type DecisionOptions,
  type Decisions,
  decideAll,
} from '../../commands/players/moderation.ts'
import type { OperationName } from '../../safety/operations.ts'
import { EMPTY_LINE, lineOf } from '../keyboard/line-editor.ts'
import type { Undo, UndoStep } from '../state/moderation-view.ts'
import type { ConsoleAction, Mode, NoteField } from '../state/state.ts'
import { confirmedFor, decisionWords, outcomeText } from './actions.ts'
import { doesOf, type Matter } from './decision-texts.ts'
import type { ModerationReader, ReaderParts } from './moderation-reader.ts'

export const MODERATION: Mode = { name: 'moderation' }

export interface DecisionParts extends ReaderParts {
  readonly confirm: (
    name: OperationName,
    action: ConsoleAction,
    does: string,
    back: Mode,
    note?: NoteField,
  ) => void
  readonly reader: ModerationReader
}

/** What a decision is about: reports, or a player without one. */
export type About =
  | { readonly things: readonly ReportedThing[] }
  | { readonly player: { readonly userId: string; readonly username: string } }

const DAYS = [
  ['1', 'a day'],
  ['3', 'three days'],
  ['7', 'a week'],
  ['30', 'a month'],
] as const

/** Decisions whose note the player reads. Notes of the others are only logged. */
const READ_BY_PLAYER: ReadonlySet<DecisionAction> = new Set(['warn', 'suspend', 'ban'])

/** Asks before each decision of a moderator, carries it out, and undoes it. */
export class ModerationDecisions {
  readonly #parts: DecisionParts

  constructor(parts: DecisionParts) {
    this.#parts = parts
  }

  askForDays(about: About): void {
    const items = DAYS.map(([id, label]) => ({ id, label }))
    const { players } = this.#matterOf('suspend', about)
    const mode: Mode = {
      name: 'pick',
      title: `Suspend ${players.length === 1 ? players[0] : `${players.length} players`} for how long?`,
      isMenu: true,
      line: EMPTY_LINE,
      at: 0,
      items,
      onAnswer: (days) => this.ask('suspend', about, { days: Number(days) }),
      back: MODERATION,
    }
    this.#show(mode)
  }

  ask(action: DecisionAction, about: About, extras: Omit<DecisionOptions, 'everything'> = {}): void {
    const { settings, confirm } = this.#parts
    if (this.#isReadOnly()) return
    const matter = this.#matterOf(action, about)
    const given: DecisionOptions = { ...extras, ...(matter.isEverything && { everything: true }) }
    const subjects = subjectsOf(about)
    const words = decisionWords(action, subjects, given)
    const days = DAYS.find(([id]) => Number(id) === extras.days)?.[1]
    const does = doesOf(action, matter, days)
    // The reports leave the queue before anything is awaited: the next key may already be there.
    const run = () => {
      this.#parts.reader.change({ isEverything: false })
      return this.#decided(this.#listedOf(about, matter.isEverything), async () => {
        const things = await this.#thingsOf(about, matter.isEverything)
        const outcome = await decideAll(confirmedFor(settings, words), action, subjects, given)
        const undo: Undo = { decision: does, steps: undoSteps(action, about, things, outcome) }
        const { view } = this.#parts.reader
        if (undo.steps.length > 0) this.#parts.reader.change({ undo: [undo, ...view.undo] })
        return outcome
      })
    }
    const { note: text, ...others } = extras
    const { players } = matter
    const readers = players.length === 1 ? `${players[0]} reads` : `${players.length} players read`
    const question = READ_BY_PLAYER.has(action) ? `A note, which ${readers}:` : 'A note for the log:'
    const note = this.#noteField(question, text, (given) => this.ask(action, about, { ...others, ...given }))
    confirm(`moderation ${action}`, { words, run }, does, MODERATION, note)
  }

  /** @param again asks the question of the decision again with this note. */
  #noteField(question: string, text = '', again: (given: { note?: string }) => void): NoteField {
    const onAnswer = (note: string) => again(note === '' ? {} : { note })
    const edit = () =>
      this.#show({
        name: 'ask',
        question,
        line: lineOf(text),
        mayBeEmpty: true,
        onAnswer,
        onLeave: () => onAnswer(text),
        back: MODERATION,
      })
    return { text, edit }
  }

  undo(extras: { note?: string } = {}): void {
    const { settings, confirm, reader } = this.#parts
    if (this.#isReadOnly()) return
    const [next, ...rest] = reader.view.undo
    if (!next) {
      reader.change({ message: 'This console has made no decision that can be undone.' })
      return
    }
    const [first] = next.steps
    if (!first) return
    const words = decisionWords(first.action, [first.subject], extras)
    const run = () =>
      this.#decided([], async () => {
        const outcomes: Decisions[] = []
        for (const { action, subject } of next.steps)
          outcomes.push(await decideAll(confirmedFor(settings, words), action, [subject], extras))
        reader.change({ undo: rest, isClosed: false, ...chosenOf(next.steps) })
        return {
          decisions: outcomes.flatMap(({ decisions }) => decisions),
          refused: outcomes.flatMap(({ refused }) => refused),
        }
      })
    const more = next.steps.length === 1 ? '' : `, with ${next.steps.length} calls`
    const note = this.#noteField('A note for the log:', extras.note, (given) => this.undo(given))
    const does = `take back “${next.decision}”${more},`
    confirm(`moderation ${first.action}`, { words, run }, does, MODERATION, note)
  }

  #isReadOnly(): boolean {
    const { settings, reader } = this.#parts
    if (settings.readOnly)
      reader.change({ message: 'The console was opened with --read-only, which refuses this.' })
    return settings.readOnly
  }

  #matterOf(action: DecisionAction, about: About): Matter {
    if ('player' in about) return { players: [about.player.username], things: [], isEverything: false }
    const { things } = about
    const isEverything = this.#parts.reader.view.isEverything && things.length === 1 && action !== 'reopen'
    const players = new Map(things.map(({ author }) => [author.userId, author.username]))
    return { players: [...players.values()], things, isEverything }
  }

  /** The reports of the queue that a decision is about. */
  #listedOf(about: About, isEverything: boolean): readonly ReportedThing[] {
    if ('player' in about) return []
    const { things } = about
    const { queue: listed } = this.#parts.reader.view
    const authorId = things[0]?.author.userId
    return isEverything
      ? (listed?.reports.filter(({ author }) => author.userId === authorId) ?? things)
      : things
  }

  /** All things that a decision changes: with everything, also the other open ones of the player. */
  async #thingsOf(about: About, isEverything: boolean): Promise<readonly ReportedThing[]> {
    if ('player' in about) return []
    const { things } = about
    const [only] = things
    if (!isEverything || !only) return things
    const { reports } = await connect(this.#parts.settings).listReports({
      query: { state: 'open', userId: only.author.userId, limit: 100 },
    })
    return [...things, ...reports.filter(({ reportId }) => reportId !== only.reportId)]
  }

  /**
   * Carries a decision out. The reports leave the queue at once, so that the next key is about the next one. The queue is
   * then read again, which brings those back that were refused.
   */
  async #decided(things: readonly ReportedThing[], work: () => Promise<Decisions>): Promise<string> {
    const { reader, sentence } = this.#parts
    const ids = things.map(({ reportId }) => reportId)
    reader.leave(ids)
    const end = async (text: string) => {
      const { player } = reader.view
      if (player) await reader.readPlayer(player.player.userId)
      reader.change({ message: text })
      await reader.settle(ids, text)
      return text
    }
    let outcome: Decisions
    try {
      outcome = await work()
    } catch (error) {
      await end(sentence(error))
      throw error
    }
    const text = await end(outcomeText(outcome, this.#parts.store.get().status?.timeZone))
    if (outcome.decisions.length === 0) throw new CliError(EXIT.runtime, text)
    return text
  }

  #show(mode: Mode): void {
    this.#parts.store.set({ mode })
  }
}

const subjectsOf = (about: About): readonly Decided[] =>
  'player' in about
    ? [{ userId: about.player.userId }]
    : about.things.map(({ reportId, version }) => ({ reportId, version }))

/** After an undo, the report that is open again is the chosen one. */
function chosenOf(steps: readonly UndoStep[]): { chosen?: string } {
  const subject = steps.findLast(({ action }) => action === 'reopen')?.subject
  return subject && 'reportId' in subject ? { chosen: subject.reportId } : {}
}

/** What takes a whole decision back, for what was decided and not refused. */
function undoSteps(
  action: DecisionAction,
  about: About,
  things: readonly ReportedThing[],
  { refused }: Decisions,
): UndoStep[] {
  if (action === 'lift' || action === 'reopen') return []
  const isRefused = new Set(refused.map(({ reportId }) => reportId))
  const made = things.filter(({ reportId }) => !isRefused.has(reportId))
  const userIds =
    'player' in about ? [about.player.userId] : [...new Set(made.map(({ author }) => author.userId))]
  const lifts: UndoStep[] =
    action === 'suspend' || action === 'ban'
      ? userIds.map((userId) => ({ action: 'lift', subject: { userId } }))
      : []
  const backs = made.map(({ reportId, version, state, hidden }): UndoStep => {
    const subject = { reportId, version: version + 1 }
    if (state === 'open') return { action: 'reopen', subject }
    return { action: hidden ? 'hide' : 'restore', subject }
  })
  return [...lifts, ...backs]
}
