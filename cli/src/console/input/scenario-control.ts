import type { RunEvent, StepResult } from '@inkling/scenarios/runner/reports/report'
import { counted } from '@inkling/scenarios/text/counted'
import { CliError, EXIT } from '../../cli-error.ts'
import { invocation } from '../../command-line/invocation.ts'
import type { OperationName } from '../../safety/operations.ts'
import { IN_PROCESS, type Settings, targetName } from '../../settings/settings.ts'
import { type Key, letterOf } from '../keyboard/keys.ts'
import { indexAfter } from '../keyboard/moves.ts'
import type { CommandLog } from '../running/command-log.ts'
import type { Running } from '../running/run-command.ts'
import {
  BROWSE,
  type ConsoleAction,
  type ConsoleState,
  filterMode,
  type ScenarioFile,
  type ScenarioLine,
  type ScenarioRun,
  type ScenarioView,
  shownScenarios,
} from '../state/state.ts'
import type { Store } from '../store.ts'

interface ScenarioParts {
  readonly store: Store<ConsoleState>
  readonly commands: CommandLog
  readonly settings: Settings
  readonly confirm: (name: OperationName, action: ConsoleAction, does: string) => void
}

/** The list of scenario files, and the steps of the running scenario as a foldable tree. */
export class ScenarioControl {
  readonly #parts: ScenarioParts
  /** The scenario that is running. */
  #running: Running | null = null

  constructor(parts: ScenarioParts) {
    this.#parts = parts
  }

  get #store(): Store<ConsoleState> {
    return this.#parts.store
  }

  /** Shows the list. Reads the files the first time. */
  async open(): Promise<void> {
    this.#store.set({ mode: { name: 'scenarios' } })
    if (this.#store.get().scenarios.files.length > 0) return
    this.#change({ message: 'Reading scenario files' })
    const [printed, complaints]: [string[], string[]] = [[], []]
    const code = await this.#parts.commands.run(['scenario', 'list', '-o', 'json'], (line, isError) =>
      (isError ? complaints : printed).push(line),
    )
    if (code === 0) this.#change({ files: JSON.parse(printed.join('\n')) as ScenarioFile[], message: '' })
    else this.#change({ message: complaints[0] ?? 'The scenario files cannot be listed.' })
  }

  press(key: Key): void {
    const { run } = this.#store.get().scenarios
    if (run) this.#pressInRun(key, run)
    else this.#pressInList(key)
  }

  #pressInList(key: Key): void {
    const { scenarios } = this.#store.get()
    const { at, filter } = scenarios
    const files = shownScenarios(scenarios)
    const moved = indexAfter(key, at, files.length)
    const file = files[at]
    if (moved !== null) this.#change({ at: moved })
    else if (key.name === 'enter' && file) void this.#play(file, ['--target', IN_PROCESS])
    else if (letterOf(key) === 't' && file) this.#askToPlayHere(file)
    else if (letterOf(key) === '/') this.#store.set({ mode: filterMode('scenarios', filter) })
    else if (filter !== '' && key.name === 'escape') this.#change({ filter: '', at: 0 })
    else if (isBack(key)) this.#store.set({ mode: BROWSE })
  }

  #pressInRun(key: Key, run: ScenarioRun): void {
    const lines = unfolded(run)
    const line = lines[Math.min(run.at, lines.length - 1)]
    const moved = indexAfter(key, run.at, lines.length)
    if (moved !== null) this.#changeRun({ at: moved })
    else if (isBack(key) && !run.isOver) this.#running?.stop()
    else if (isBack(key)) this.#change({ run: null })
    else if (line?.isBlock && (key.name === 'enter' || key.name === 'right' || key.name === 'left')) {
      const folded = new Set(run.folded)
      if (!folded.delete(line.number)) folded.add(line.number)
      this.#changeRun({ folded })
    }
  }

  /** Asks first, because the scenario may end the day of the watched server, or replace its world. */
  #askToPlayHere(file: ScenarioFile): void {
    const target = ['--target', this.#parts.settings.target.value]
    const run = async () => {
      this.#store.set({ mode: { name: 'scenarios' } })
      // The question was answered here, so the command need not ask again.
      const code = await this.#play(file, [...target, `--yes=${targetName(this.#parts.settings)}`])
      const { message } = this.#store.get().scenarios
      if (code !== 0) throw new CliError(EXIT.runtime, message)
      return message
    }
    const action = { words: ['scenario', 'run', file.file, ...target], run }
    if (file.replacesWorld)
      this.#parts.confirm(
        'scenario run --replacing-world',
        action,
        `run ${file.file}, which replaces the world,`,
      )
    else this.#parts.confirm('scenario run', action, `run ${file.file}, which changes the current day,`)
  }

  /** Runs a file, on its own server unless the words name a target. */
  async #play({ file, name }: ScenarioFile, words: readonly string[]): Promise<number> {
    const started: ScenarioRun = { file, name, isOver: false, lines: [], folded: new Set(), at: 0 }
    this.#change({ run: started, message: `Running ${file}` })
    const complaints: string[] = []
    let message = ''
    this.#running = this.#parts.commands.start(
      ['scenario', 'run', file, '-o', 'jsonl', ...words],
      (line, isError) => {
        if (isError) complaints.push(line)
        else message = this.#handleEvent(line) ?? message
      },
    )
    const code = await this.#running.ended
    this.#running = null
    const outcome = code === 0 ? 'passed' : code === 130 ? 'stopped' : `failed with exit code ${code}`
    this.#changeRun({ isOver: true })
    this.#change({
      message: `${outcome}${message === '' ? '' : `: ${message}`} · ${invocation()} scenario run ${file}`,
    })
    if (this.#store.get().scenarios.run?.lines.length === 0)
      this.#change({ message: complaints[0] ?? outcome })
    return code
  }

  /** @returns a message about the run as a whole, or null. */
  #handleEvent(line: string): string | null {
    const event = JSON.parse(line) as RunEvent
    const lines = this.#store.get().scenarios.run?.lines ?? []
    if (event.type === 'block-begun') {
      const block = {
        number: event.number,
        text: event.what,
        outcome: 'running',
        isBlock: true,
        problems: [],
      } as const
      this.#changeRun({ lines: [...lines, block] })
    } else if (event.type === 'step-ended') {
      const step = lineOfStep(event.step)
      const isListed = lines.some(({ number }) => number === step.number)
      this.#changeRun({
        lines: isListed
          ? lines.map((each) => (each.number === step.number ? { ...step, text: each.text } : each))
          : [...lines, step],
      })
    } else if (event.type === 'run-ended') {
      return (
        event.run.brokenThresholds[0] ?? `${counted(event.run.timings.calls, 'call')}, seed ${event.run.seed}`
      )
    }
    return null
  }

  #change(part: Partial<ScenarioView>): void {
    this.#store.change((before) => ({ ...before, scenarios: { ...before.scenarios, ...part } }))
  }

  #changeRun(part: Partial<ScenarioRun>): void {
    const { run } = this.#store.get().scenarios
    if (run) this.#change({ run: { ...run, ...part } })
  }
}

function lineOfStep({ number, who, what, detail, outcome, children, problems }: StepResult): ScenarioLine {
  return {
    number,
    text: [who, what, detail].filter((part) => part !== '').join('  '),
    outcome,
    isBlock: children.length > 0,
    problems: problems.map(({ file, line, message }) => `${message}  ${file}:${line}`),
  }
}

/** The lines that are not hidden by a folded block. */
export const unfolded = ({ lines, folded }: ScenarioRun): readonly ScenarioLine[] =>
  lines.filter(({ number }) => ![...folded].some((block) => number.startsWith(`${block}.`)))

const isBack = (key: Key): boolean => ['escape', 'interrupt', 'q'].includes(letterOf(key))
