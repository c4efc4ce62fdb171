import { stripVTControlCharacters } from 'node:util'
import { commandLine } from '../../command-line/command-words.ts'
import { invocation } from '../../command-line/invocation.ts'
import type { BotReport } from '../../commands/bots/bots.ts'
import type { Ask } from '../../safety/consent.ts'
import type { GlobalOptions, Settings } from '../../settings/settings.ts'
import { botRunAfter } from '../state/bot-progress.ts'
import { isLoadMessage, type LoadProgress, loadAfter } from '../state/load-progress.ts'
import type { ConsoleAction, ConsoleState, LogEntry } from '../state/state.ts'
import type { Store } from '../store.ts'
import { type Running, runCommand, takesTarget } from './run-command.ts'

const MAX_ENTRIES = 200
const MAX_LINES = 2000
/** The outcome of a load, by exit code. */
const OUTCOMES: Readonly<Record<number, string>> = {
  0: 'passed',
  5: 'a threshold was missed, or the result is void',
  130: 'interrupted',
}

interface CommandLogParts {
  readonly store: Store<ConsoleState>
  readonly settings: Pick<Settings, 'target'>
  readonly flags: GlobalOptions
  /** Of the commands. */
  readonly environment: NodeJS.ProcessEnv
  /** Answers the questions that commands ask before they change something. */
  readonly ask: Ask
}

/** Runs actions and commands, and logs the equivalent command with its result. */
export class CommandLog {
  readonly #parts: CommandLogParts
  readonly #running = new Set<Running>()
  /** Device ids by user id, for players created by commands in this console. */
  readonly devices = new Map<string, string>()
  #lastId = 0

  constructor(parts: CommandLogParts) {
    this.#parts = parts
  }

  get #store(): Store<ConsoleState> {
    return this.#parts.store
  }

  /** Runs an action in this process, or its command in another one. */
  async perform({ words, run }: ConsoleAction, explain: (error: unknown) => string): Promise<void> {
    if (!run) {
      await this.command(words)
      return
    }
    const id = this.#begin(words)
    try {
      this.#update(id, { state: 'done', lines: [await run()] })
    } catch (error) {
      this.#update(id, { state: 'failed', lines: explain(error).split('\n') })
    }
  }

  async command(words: readonly string[]): Promise<LogEntry | undefined> {
    const id = this.#begin(words)
    const onLine = (line: string) => {
      const [userId, device] = /\b([\w-]{22})\s+((?:bot|device)_\w+)/.exec(line)?.slice(1) ?? []
      if (userId !== undefined && device !== undefined) this.devices.set(userId, device)
      this.#append(id, line)
    }
    if (words[0] === 'bots') this.#store.set({ bots: { entry: id, games: [] } })
    if (words[0] === 'load') this.#changeLoad({ entry: id, says: 'starting', view: null, isOver: false })
    const code = await this.run(words, onLine, (message) => {
      const { bots, load } = this.#store.get()
      if (load?.entry === id && isLoadMessage(message)) this.#changeLoad(loadAfter(load, message))
      // The commands of bots send no other messages.
      if (bots?.entry === id) this.#store.set({ bots: botRunAfter(bots, message as BotReport) })
    })
    const { bots, load } = this.#store.get()
    if (bots?.entry === id) this.#store.set({ bots: null })
    if (load?.entry === id)
      this.#changeLoad({ ...load, says: OUTCOMES[code] ?? `exited with code ${code}`, isOver: true })
    this.#update(id, code === 0 ? { state: 'done' } : { state: 'failed', exitCode: code })
    return this.#store.get().log.find((entry) => entry.id === id)
  }

  add(words: readonly string[], lines: readonly string[]): void {
    this.#update(this.#begin(words), { state: 'done', lines })
  }

  run(
    words: readonly string[],
    onLine: (line: string, isError: boolean) => void,
    onMessage?: (message: unknown) => void,
  ): Promise<number> {
    return this.start(words, onLine, onMessage).ended
  }

  /** Starts a command that can be stopped alone. */
  start(
    words: readonly string[],
    onLine: (line: string, isError: boolean) => void,
    onMessage?: (message: unknown) => void,
  ): Running {
    const { flags, environment, ask } = this.#parts
    const running = runCommand(words, flags, environment, { onLine, ask, ...(onMessage && { onMessage }) })
    this.#running.add(running)
    void running.ended.then(() => this.#running.delete(running))
    return running
  }

  /** Stops everything that is still running. */
  stop(): boolean {
    for (const running of this.#running) running.stop()
    return this.#running.size > 0
  }

  /** The command for a shell, without secrets. It names the target unless that is the default one. */
  shown(words: readonly string[]): string {
    const { value, source } = this.#parts.settings.target
    const named = source === 'default' || !takesTarget(words) ? words : [...words, '--target', value]
    return `${invocation()} ${lineWithoutKey(named)}`
  }

  #begin(words: readonly string[]): number {
    const id = ++this.#lastId
    const entry: LogEntry = { id, words, command: this.shown(words), state: 'running', lines: [] }
    this.#store.set({ log: [...this.#store.get().log, entry].slice(-MAX_ENTRIES) })
    return id
  }

  /** The first measurements of a load open its view. */
  #changeLoad(load: LoadProgress): void {
    const { load: before, mode } = this.#store.get()
    const opens = before?.view == null && load.view && mode.name === 'browse'
    this.#store.set({ load, ...(opens && { mode: { name: 'load' } }) })
  }

  #update(id: number, part: Partial<LogEntry>): void {
    const { log } = this.#store.get()
    this.#store.set({ log: log.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)) })
  }

  #append(id: number, line: string): void {
    const clean = this.#parts.flags.color === true ? line : stripVTControlCharacters(line)
    const lines = this.#store.get().log.find((entry) => entry.id === id)?.lines ?? []
    if (lines.length < MAX_LINES) this.#update(id, { lines: [...lines, clean] })
  }
}

const KEY = '"$INKLING_ADMIN_KEY"'

/** A command line for a shell, with the variable instead of an admin key that was typed. */
const lineWithoutKey = (words: readonly string[]): string =>
  words
    .map((word, at) => {
      if (words[at - 1] === '--admin-key') return KEY
      return word.startsWith('--admin-key=') ? `--admin-key=${KEY}` : commandLine([word])
    })
    .join(' ')
