import type { Action, ReportedThing } from '@inkling/mock-server/contract/schemas/moderation'
import type { Subject } from '../../operations/players/moderation.ts'
import type { OperationName } from '../../safety/operations.ts'
import type { Settings } from '../../settings/settings.ts'
import { EMPTY_LINE } from '../keyboard/line-editor.ts'
import type { Undo } from '../state/moderation-view.ts'
import type { Action as ConsoleAction, ConsoleState, Mode } from '../state/state.ts'
import type { Store } from '../store.ts'
import { decision } from './actions.ts'
import type { ModerationReader } from './moderation-reader.ts'

export const MODERATION: Mode = { name: 'moderation' }

export interface DecisionParts {
  readonly store: Store<ConsoleState>
  readonly settings: Settings
  readonly confirm: (name: OperationName, action: ConsoleAction, does: string, back: Mode) => void
  readonly sentence: (error: unknown) => string
  readonly reader: ModerationReader
}

/** What a decision is about, and whom. */
export interface About {
  readonly subject: Exclude<Subject, { gameId: string }>
  readonly name: string
  readonly thing?: ReportedThing
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

const UNDOES: Readonly<Record<Undo['action'], string>> = {
  hide: 'hide it for everybody',
  restore: 'show it again',
  lift: 'end the suspension or ban',
}

/** Asks before each decision of a moderator, carries it out, and undoes it. */
export class ModerationDecisions {
  readonly #parts: DecisionParts

  constructor(parts: DecisionParts) {
    this.#parts = parts
  }

  askForDays(about: About): void {
    const items = DAYS.map(([id, label]) => ({ id, label }))
    const mode: Mode = {
      name: 'pick',
      title: `Suspend ${about.name} for how long?`,
      isMenu: true,
      line: EMPTY_LINE,
      at: 0,
      items,
      onAnswer: (days) => this.ask('suspend', about, Number(days)),
      back: MODERATION,
    }
    this.#parts.store.change((before) => ({ ...before, mode }))
  }

  ask(action: Action, about: About, days?: number): void {
    const { settings, confirm, reader } = this.#parts
    const { subject, name, thing } = about
    if (settings.readOnly) {
      reader.change({ message: 'The console was opened with --read-only, which refuses this.' })
      return
    }
    const isEverything = thing !== undefined && reader.view.isEverything
    const made = decision(settings, action, subject, {
      ...(days !== undefined && { days }),
      everything: isEverything,
    })
    const run = async () => {
      const text = await this.#decided(made)
      reader.change({ undo: undoOf(action, thing), isEverything: false })
      return text
    }
    const does = `${DOES[action](name)}${isEverything ? `, and the same for all other open reports of ${name}` : ''}`
    confirm(`moderation ${action}`, { ...made, run }, does, MODERATION)
  }

  undo(): void {
    const { settings, confirm, reader } = this.#parts
    const [next, ...rest] = reader.view.undo
    if (!next) {
      reader.change({ message: 'There is no decision to undo: a dismissed report stays closed.' })
      return
    }
    const made = decision(settings, next.action, { reportId: next.reportId })
    const run = async () => {
      const text = await this.#decided(made)
      reader.change({ undo: rest })
      return text
    }
    const does = `undo the last decision: ${UNDOES[next.action]}`
    confirm(`moderation ${next.action}`, { ...made, run }, does, MODERATION)
  }

  /** Carries a decision out, and shows its result and the queue after it. */
  async #decided({ run }: ConsoleAction): Promise<string> {
    const { reader, sentence } = this.#parts
    try {
      const text = (await run?.()) ?? ''
      // The log has the id of the decision.
      const message = text.replace(/ {2}\(.*/, '')
      reader.change({ message })
      const { player } = reader.view
      if (player) await reader.readPlayer(player.player.userId)
      await reader.readQueue(message)
      return text
    } catch (error) {
      reader.change({ message: sentence(error) })
      throw error
    }
  }
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
