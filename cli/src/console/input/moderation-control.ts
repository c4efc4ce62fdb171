import type {
  Action,
  InspectedReport,
  Queue,
  ReportedThing,
} from '@inkling/mock-server/contract/schemas/moderation'
import {
  findPlayers,
  queue,
  type Subject,
  showPlayer,
  showReport,
} from '../../operations/players/moderation.ts'
import type { OperationName } from '../../safety/operations.ts'
import type { Settings } from '../../settings/settings.ts'
import { cleanedData } from '../../terminal-text.ts'
import type { Key } from '../keyboard/keys.ts'
import { EMPTY_LINE } from '../keyboard/line-editor.ts'
import {
  chosenReport,
  type ModerationView,
  NO_MODERATION,
  type QueueOrder,
  type ShownReport,
  type Undo,
} from '../state/moderation-view.ts'
import { BROWSE, type Action as ConsoleAction, type ConsoleState, type Mode } from '../state/state.ts'
import type { Store } from '../store.ts'
import { stepsOf } from '../watch/watched-games.ts'
import { decision } from './actions.ts'
import { indexAfter } from './scenario-control.ts'

interface ModerationParts {
  readonly store: Store<ConsoleState>
  readonly settings: Settings
  readonly confirm: (name: OperationName, action: ConsoleAction, does: string, back: Mode) => void
  readonly sentence: (error: unknown) => string
}

const MODERATION: Mode = { name: 'moderation' }
const PAGE = 100
const NEXT_ORDER: Readonly<Record<QueueOrder, QueueOrder>> = {
  newest: 'oldest',
  oldest: 'most-reported',
  'most-reported': 'newest',
}
const DAYS = [
  ['1', 'a day'],
  ['3', 'three days'],
  ['7', 'a week'],
  ['30', 'a month'],
] as const
const DOES: Readonly<Record<Action, (name: string) => string>> = {
  dismiss: (name) => `keep what ${name} made, and close its reports`,
  hide: (name) => `hide what ${name} made for everybody`,
  restore: (name) => `show what ${name} made again`,
  warn: (name) => `warn ${name}, and hide what was reported`,
  suspend: (name) => `let ${name} only read for some time, and hide what was reported`,
  ban: (name) => `close the account of ${name}, and hide what was reported`,
  lift: (name) => `end the suspension or ban of ${name}`,
}

/** The queue of reports: reads it while it is shown, and asks before each decision. */
export class ModerationControl {
  readonly #parts: ModerationParts
  readonly #unsubscribe: () => void
  #seen = ''
  #reading = false
  #isStale = false

  constructor(parts: ModerationParts) {
    this.#parts = parts
    this.#unsubscribe = parts.store.subscribe(() => this.#follow())
  }

  stop(): void {
    this.#unsubscribe()
  }

  async open(): Promise<void> {
    this.#parts.store.change((before) => ({
      ...before,
      mode: MODERATION,
      moderation: { ...NO_MODERATION, order: before.moderation.order },
    }))
    await this.#read()
  }

  press(key: Key): void {
    const { player } = this.#view
    const letter = key.name === 'text' ? key.text : key.name
    if (letter === 'escape' || letter === 'interrupt' || letter === 'q') {
      if (player) this.#change({ player: null, from: 0 })
      else this.#parts.store.change((before) => ({ ...before, mode: BROWSE }))
    } else if (letter === '/') this.#find()
    else if (player) this.#pressOnPlayer(key, letter, player.player)
    else this.#pressInQueue(key, letter)
  }

  #pressOnPlayer(key: Key, letter: string, { userId, username }: { userId: string; username: string }): void {
    const about = { subject: { userId }, name: username }
    if (letter === 'w') this.#ask('warn', about)
    else if (letter === 's') this.#askForDays(about)
    else if (letter === 'b') this.#ask('ban', about)
    else if (letter === 'l') this.#ask('lift', about)
    else {
      const from = indexAfter(key, this.#view.from, Number.MAX_SAFE_INTEGER)
      if (from !== null && letter !== 'G' && letter !== 'end') this.#change({ from })
    }
  }

  #pressInQueue(key: Key, letter: string): void {
    const view = this.#view
    const reports = view.queue?.reports ?? []
    const thing = chosenReport(view)
    const moved = indexAfter(
      key,
      reports.findIndex(({ reportId }) => reportId === thing?.reportId),
      reports.length,
    )
    if (moved !== null) {
      this.#change({ chosen: reports[moved]?.reportId ?? null, step: null, isEverything: false })
      void this.#readReport()
    } else if (letter === 'u') this.#undo()
    else if (letter === 'o') this.#reread({ order: NEXT_ORDER[view.order] })
    else if (letter === 'x') this.#reread({ isClosed: !view.isClosed })
    else if (thing) this.#pressOnThing(letter, thing)
  }

  #pressOnThing(letter: string, thing: ReportedThing): void {
    const about = { subject: { reportId: thing.reportId }, name: thing.author.username, thing }
    const action = ({ d: 'dismiss', h: 'hide', r: 'restore', w: 'warn', b: 'ban' } as const)[letter]
    if (action) this.#ask(action, about)
    else if (letter === 's') this.#askForDays(about)
    else if (letter === 'e') this.#change({ isEverything: !this.#view.isEverything })
    else if (letter === 'p') void this.#openPlayer(thing.author.userId)
    else if (letter === 'left' || letter === 'right') {
      const steps = this.#view.shown?.game.steps.length ?? 0
      const step = (this.#view.step ?? thing.stepIndex ?? 0) + (letter === 'left' ? -1 : 1)
      this.#change({ step: Math.max(0, Math.min(steps - 1, step)) })
    }
  }

  #find(): void {
    const onAnswer = (query: string) =>
      void this.#attempt(async () => {
        const { players } = cleanedData(await findPlayers(this.#parts.settings, query))
        const items = players.map(({ userId, username }) => ({ id: userId, label: username }))
        if (items.length === 0) this.#change({ message: `No player has '${query}' in their name or id.` })
        else
          this.#show({
            name: 'pick',
            title: 'Whose page?',
            line: EMPTY_LINE,
            at: 0,
            items,
            onAnswer: (id) => void this.#openPlayer(id),
            back: MODERATION,
          })
      })
    const question = 'Find a player by name, id or part of either:'
    this.#show({ name: 'ask', question, line: EMPTY_LINE, onAnswer, back: MODERATION })
  }

  #openPlayer(id: string): Promise<void> {
    return this.#attempt(async () =>
      this.#change({ player: cleanedData(await showPlayer(this.#parts.settings, id)), from: 0, message: '' }),
    )
  }

  #askForDays(about: About): void {
    const items = DAYS.map(([id, label]) => ({ id, label }))
    const title = `Suspend ${about.name} for how long?`
    const onAnswer = (days: string) => this.#ask('suspend', about, Number(days))
    this.#show({
      name: 'pick',
      title,
      isMenu: true,
      line: EMPTY_LINE,
      at: 0,
      items,
      onAnswer,
      back: MODERATION,
    })
  }

  #ask(action: Action, about: About, days?: number): void {
    const { settings, confirm } = this.#parts
    const { subject, name, thing } = about
    if (settings.readOnly) {
      this.#change({ message: 'The console was opened with --read-only, which refuses this.' })
      return
    }
    const isEverything = thing !== undefined && this.#view.isEverything
    const made = decision(settings, action, subject, {
      ...(days !== undefined && { days }),
      everything: isEverything,
    })
    const run = async () => {
      const text = await this.#decided(made)
      this.#change({ undo: undoOf(action, thing), isEverything: false })
      return text
    }
    const does = `${DOES[action](name)}${isEverything ? `, and the same for all other open reports of ${name}` : ''}`
    confirm(`moderation ${action}`, { ...made, run }, does, MODERATION)
  }

  #undo(): void {
    const { settings, confirm } = this.#parts
    const [next, ...rest] = this.#view.undo
    if (!next) {
      this.#change({ message: 'There is no decision to undo: a dismissed report stays closed.' })
      return
    }
    const made = decision(settings, next.action, { reportId: next.reportId })
    const run = async () => {
      const text = await this.#decided(made)
      this.#change({ undo: rest })
      return text
    }
    const does = `undo the last decision: ${UNDOES[next.action]}`
    confirm(`moderation ${next.action}`, { ...made, run }, does, MODERATION)
  }

  /** Carries a decision out, and shows its result and the queue after it. */
  async #decided({ run }: ConsoleAction): Promise<string> {
    try {
      const text = (await run?.()) ?? ''
      // The log has the id of the decision.
      const message = text.replace(/ {2}\(.*/, '')
      this.#change({ message })
      const { player } = this.#view
      if (player) await this.#openPlayer(player.player.userId)
      await this.#read(message)
      return text
    } catch (error) {
      this.#change({ message: this.#parts.sentence(error) })
      throw error
    }
  }

  /** Reads again when something was reported or decided, and with each reading of the status. */
  #follow(): void {
    const { mode, events, statusAt } = this.#parts.store.get()
    if (mode.name !== 'moderation') return
    const last = events.findLast(({ type }) => type === 'reported' || type === 'decided')
    const seen = `${statusAt} ${last?.at} ${last?.type}`
    if (seen === this.#seen) return
    this.#seen = seen
    void this.#read(this.#view.message)
  }

  #reread(part: Partial<ModerationView>): void {
    this.#change({ ...part, queue: null, chosen: null, shown: null, message: '' })
    void this.#read()
  }

  /** Reads the queue; once more if something changed meanwhile. */
  async #read(message = ''): Promise<void> {
    this.#isStale = true
    if (this.#reading) return
    this.#reading = true
    try {
      while (this.#isStale) {
        this.#isStale = false
        const { order, isClosed } = this.#view
        await this.#attempt(async () => {
          const read = await queue(this.#parts.settings, { order, closed: isClosed, limit: PAGE })
          this.#change({ queue: cleanedData(read), chosen: chosenAfter(this.#view, read), message })
          await this.#readReport()
        })
      }
    } finally {
      this.#reading = false
    }
  }

  async #readReport(): Promise<void> {
    const thing = chosenReport(this.#view)
    if (!thing) {
      this.#change({ shown: null })
      return
    }
    await this.#attempt(async () => {
      const read = await showReport(this.#parts.settings, thing.reportId)
      if (chosenReport(this.#view)?.reportId !== thing.reportId) return
      this.#change({
        chosen: thing.reportId,
        shown: cleanedData(shownReport(read)),
        pictures: picturesOf(read),
      })
    })
  }

  async #attempt(run: () => Promise<void> | void): Promise<void> {
    try {
      await run()
    } catch (error) {
      this.#change({ message: this.#parts.sentence(error) })
    }
  }

  get #view(): ModerationView {
    return this.#parts.store.get().moderation
  }

  #show(mode: Mode): void {
    this.#parts.store.change((before) => ({ ...before, mode }))
  }

  #change(part: Partial<ModerationView>): void {
    this.#parts.store.change((before) => ({ ...before, moderation: { ...before.moderation, ...part } }))
  }
}

/** A decided report leaves the queue: the one after it is chosen then. */
function chosenAfter({ queue: before, chosen }: ModerationView, { reports }: Queue): string | null {
  if (chosen === null || reports.some(({ reportId }) => reportId === chosen)) return chosen
  const at = before?.reports.findIndex(({ reportId }) => reportId === chosen) ?? 0
  return reports[Math.min(Math.max(0, at), reports.length - 1)]?.reportId ?? null
}

interface About {
  readonly subject: Exclude<Subject, { gameId: string }>
  readonly name: string
  readonly thing?: ReportedThing
}

const UNDOES: Readonly<Record<Undo['action'], string>> = {
  hide: 'hide it for everybody',
  restore: 'show it again',
  lift: 'end the suspension or ban',
}

/** What takes a decision about a thing back. A dismissed report is never opened again. */
function undoOf(action: Action, thing: ReportedThing | undefined): readonly Undo[] {
  if (!thing) return []
  const { reportId, hidden } = thing
  const show: Undo[] = hidden ? [] : [{ action: 'restore', reportId }]
  if (action === 'suspend' || action === 'ban') return [{ action: 'lift', reportId }, ...show]
  if (action === 'hide' || action === 'warn') return show
  return hidden ? [{ action: 'hide', reportId }] : []
}

const keyOf = (reportId: string, step: number) => `report ${reportId} ${step}`

const picturesOf = ({ report, chain }: InspectedReport): ReadonlyMap<string, string> =>
  new Map(
    chain.flatMap(({ content, stepIndex }) =>
      content.drawing === undefined ? [] : [[keyOf(report.reportId, stepIndex), content.drawing] as const],
    ),
  )

function shownReport({ report, game, chain, decisions }: InspectedReport): ShownReport {
  return {
    report,
    kind: game.kind,
    decisions,
    game: {
      id: game.gameId,
      day: game.date,
      name: game.date,
      word: game.word,
      status: game.completed ? 'completed' : 'active',
      players: [],
      turn: null,
      createdAt: null,
      completedAt: null,
      steps: stepsOf({ word: game.word, chain }, ({ stepIndex }) => keyOf(report.reportId, stepIndex)),
    },
  }
}
