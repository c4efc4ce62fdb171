import { commandLine, wordsOf } from '../command-line/command-words.ts'
import type { Candidate, KnownIds } from '../command-line/completion.ts'
import { withoutProgram } from '../command-line/invocation.ts'
import { savedWorldCandidates } from '../commands/targets/known-ids.ts'
import { listTargets } from '../commands/targets/targets.ts'
import { explain } from '../explain.ts'
import type { ConsoleParts } from './console-parts.ts'
import { consoleAsker } from './input/console-asker.ts'
import { FindControl } from './input/find-control.ts'
import { helpKeysOf } from './input/help-text.ts'
import { pressInAsk, pressInCommand, pressInFilter, pressInPick } from './input/line-modes.ts'
import type { MenuActions } from './input/menu-entries.ts'
import { createMenus } from './input/menus.ts'
import { ModerationControl } from './input/moderation-control.ts'
import { createQuestions } from './input/questions.ts'
import { createRowMenus } from './input/row-menus.ts'
import { ScenarioControl } from './input/scenario-control.ts'
import { type Key, letterOf } from './keyboard/keys.ts'
import { lineOf } from './keyboard/line-editor.ts'
import { indexAfter, scrolledBy } from './keyboard/moves.ts'
import { CommandLog } from './running/command-log.ts'
import { FRAME, layoutOf } from './screen/layout.ts'
import { NOTHING_FOUND } from './state/found.ts'
import { newestGame, selectedGame, shownGames } from './state/shown-games.ts'
import {
  BROWSE,
  type ConsoleAction,
  commandMode,
  filterMode,
  isTextMode,
  type Mode,
  type ModeOf,
  pickable,
  selectedStep,
} from './state/state.ts'
import type { Watch } from './watch/watch.ts'

export interface ControllerParts extends Omit<ConsoleParts, 'watch'> {
  readonly watch: Pick<Watch, 'refresh'>
  readonly quit: () => void
  readonly redraw: () => void
  /** Gives the terminal back to the shell until it continues the console. */
  readonly suspend: () => void
  /** Copies a text to the clipboard. */
  readonly copy: (text: string) => void
}

export interface Controller {
  press(key: Key): void
  /** Stops everything that is still running. */
  stop(): void
}

const QUIT = ['q', 'quit', 'exit']
/** Commands that run until they are stopped, or that take over the terminal. */
const NEEDS_OWN_TERMINAL = ['console', 'serve']
/** Longer output opens the log. */
const MAX_LINES_IN_PANEL = 3
/** Keys that answer a question with no. Others leave it open: nobody sees that Enter was a no. */
const NO: ReadonlySet<string> = new Set(['n', 'q', 'escape', 'interrupt'])

/** Handles the keys in each mode. */
export function createController(parts: ControllerParts): Controller {
  const { store, settings, flags, environment, program, watch, quit, redraw, suspend, copy } = parts
  const { set: change } = store
  const sentence = (error: unknown) => explain(error).sentence ?? 'nothing was sent'
  const commands = new CommandLog({ store, settings, flags, environment, ask: consoleAsker(store) })
  const questions = createQuestions({ store, settings, commands, perform: (action) => void perform(action) })
  const scenarios = new ScenarioControl({ store, commands, settings, confirm: questions.confirm })
  const moderation = new ModerationControl({ store, settings, confirm: questions.confirm, sentence })
  const menuActions: MenuActions = {
    show: (mode) => change({ mode }),
    run: (line) => void runLine(line),
    runAsked: (words) => questions.runAsked(words),
  }
  const menus = createMenus(store, menuActions)
  const finding = new FindControl({ store, settings, sentence })
  const rows = createRowMenus({
    store,
    actions: menuActions,
    openPlayer: (id) => void moderation.openPlayer(id),
  })

  async function perform(action: ConsoleAction): Promise<void> {
    await commands.perform(action, sentence)
    await watch.refresh()
  }

  async function runLine(text: string, after: Mode = BROWSE): Promise<void> {
    const words = withoutProgram(wordsOf(text))
    const history = [...store.get().history.filter((line) => line !== text), text]
    change({ mode: after, ...(words.length > 0 && { history }) })
    const [name = ''] = words
    if (QUIT.includes(name)) quit()
    if (name === '' || QUIT.includes(name)) return
    const action: ConsoleAction = { words }
    if (NEEDS_OWN_TERMINAL.includes(name)) {
      const run = () => Promise.reject(new Error(`'${name}' needs its own terminal. Run it in another one.`))
      await commands.perform({ ...action, run }, (error) => (error as Error).message)
      return
    }
    const entry = await commands.command(words)
    if (store.get().mode.name === 'browse' && (entry?.lines.length ?? 0) > MAX_LINES_IN_PANEL) {
      change({ mode: { name: 'log', fromEnd: 0 } })
    }
    await Promise.all([watch.refresh(), readSavedWorlds()])
  }

  let savedWorlds: readonly Candidate[] = []
  /** Completion cannot wait for the disk, so saved worlds are read in advance and after each command. */
  const readSavedWorlds = () =>
    savedWorldCandidates().then(
      (found) => {
        savedWorlds = found
      },
      // The names are only missing in completion. `world list` reports why.
      () => undefined,
    )
  void readSavedWorlds()

  const ids = (): KnownIds => {
    const { names, games } = store.get()
    return {
      users: [...names].map(([id, name]) => ({ value: id, about: name })),
      games: games.map(({ id, name }) => ({ value: id, about: name })),
      savedWorlds,
      targets: listTargets(settings).map(({ name, url }) => ({ value: name, about: url })),
      devices: [...commands.devices].map(([userId, device]) => ({
        value: device,
        about: names.get(userId) ?? '',
      })),
    }
  }

  /** Shows the curl command of the open question or of the last action, and copies it to the clipboard. */
  async function showCurl(words: readonly string[] | undefined): Promise<void> {
    if (words === undefined) {
      change({ notice: 'There is no action yet to show as curl.' })
      return
    }
    const calls: string[] = []
    const complaints: string[] = []
    const code = await commands.run([...words, '--dry-run'], (line, isError) =>
      (isError ? complaints : calls).push(line),
    )
    if (code !== 0 || calls.length === 0) {
      change({ notice: complaints[0] ?? 'The calls of this command are not known in advance.' })
      return
    }
    copy(calls.join('\n'))
    commands.add(words, calls)
    change({ notice: 'Copied as curl; also in the log.' })
  }

  function jumpToNewest(): void {
    const game = newestGame(store.get())
    if (game) choose(game.id)
    else change({ notice: 'There are no games yet.' })
  }

  function changeOrder(): void {
    const order = store.get().order === 'name' ? 'activity' : 'name'
    change({ order, notice: order === 'name' ? 'Games by name.' : 'Games by last event.' })
  }

  const KEYS: Readonly<Record<string, () => void>> = {
    q: quit,
    '?': () => change({ mode: { name: 'help', from: 0 } }),
    '/': () => change({ mode: filterMode('games', store.get().filter), found: NOTHING_FOUND }),
    ':': () => change({ mode: commandMode() }),
    l: () => change({ mode: { name: 'log', fromEnd: 0 } }),
    d: questions.daily,
    m: questions.mock,
    c: questions.complete,
    h: questions.history,
    b: () => change({ mode: commandMode(lineOf('bots run --players 4 --games 1')) }),
    s: () => void scenarios.open(),
    a: () => void moderation.open(),
    r: () => void watch.refresh(),
    v: () => change({ mode: { name: 'day' } }),
    w: () => change({ mode: { name: 'load' } }),
    t: menus.clock,
    f: menus.faults,
    i: menus.operator,
    x: rows.game,
    o: changeOrder,
    n: jumpToNewest,
    y: () => void showCurl(store.get().log.at(-1)?.words),
  }

  function choose(id: string | undefined): void {
    if (id === undefined || id === selectedGame(store.get())?.id) return
    change({ chosenGame: id, chosenStep: null })
  }

  function browse(key: Key): void {
    const state = store.get()
    const games = shownGames(state)
    const game = selectedGame(state)
    const moved = indexAfter(
      key,
      games.findIndex(({ id }) => id === game?.id),
      games.length,
    )
    if (moved !== null) choose(games[moved]?.id)
    else if (key.name === 'text') KEYS[key.text]?.()
    else if (key.name === 'interrupt' || key.name === 'end-of-input') quit()
    else if (key.name === 'escape') change(state.mode.name === 'browse' ? { filter: '' } : { mode: BROWSE })
    else if (game && (key.name === 'left' || key.name === 'right')) {
      const step = selectedStep(game, state.chosenStep) + (key.name === 'left' ? -1 : 1)
      change({ chosenStep: Math.max(0, Math.min(game.steps.length - 1, step)) })
    } else if (game && key.name === 'enter') {
      change({ mode: state.mode.name === 'browse' ? { name: 'chain' } : BROWSE })
    }
  }

  /** The keys that the lines below the header name work in the views that have keys of their own, too. */
  function pressNotice(key: Key): boolean {
    const open = { i: menus.operator, f: menus.faults }[letterOf(key)]
    open?.()
    return open !== undefined
  }

  const MODES: { readonly [Name in Mode['name']]: (key: Key, mode: ModeOf<Name>) => void } = {
    browse,
    chain: browse,
    day: browse,
    load: browse,
    help(key, { from, back }) {
      const by = scrolledBy(key)
      const end = Math.max(0, helpKeysOf(back).length + 1 - (layoutOf(store.get()).body - FRAME.lines))
      const to = Math.max(0, Math.min(end, from + (by ?? 0)))
      change({ mode: by === null ? (back ?? BROWSE) : { name: 'help', from: to, ...(back && { back }) } })
    },
    scenarios(key) {
      if (store.get().scenarios.run || !pressNotice(key)) scenarios.press(key)
    },
    moderation(key) {
      if (!pressNotice(key)) moderation.press(key)
    },
    filter(key, mode) {
      const row = key.name === 'enter' && mode.at !== null ? store.get().found.rows[mode.at] : undefined
      change(pressInFilter(mode, key, store.get()))
      if (!row) return
      change({ filter: mode.before })
      rows.found(row)
    },
    command(key, mode) {
      if (key.name === 'enter') void runLine(mode.line.text, mode.after)
      else change(pressInCommand(mode, key, store.get(), program, ids()))
    },
    ask(key, mode) {
      const answer = mode.line.text.trim()
      const back = mode.back ?? BROWSE
      change(key.name === 'enter' ? { mode: back } : pressInAsk(mode, key))
      if (key.name === 'enter' && (answer !== '' || mode.mayBeEmpty)) mode.onAnswer(answer)
      else if (store.get().mode === back) mode.onLeave?.()
    },
    pick(key, mode) {
      const picked = pickable(mode)[mode.at]
      if (key.name !== 'enter') change(pressInPick(mode, key))
      else if (picked) {
        change({ mode: mode.back ?? BROWSE })
        mode.onAnswer(picked.id)
      }
    },
    confirm(key, { words, onAnswer, note, back = BROWSE }) {
      const answer = letterOf(key)
      if (answer === 'c') void showCurl(words)
      else if (answer === 't' && note) note.edit()
      else if (answer === 'e') {
        change({ mode: commandMode(lineOf(commandLine(words)), back) })
        onAnswer(false)
      } else if (answer === 'y' || NO.has(answer)) {
        change({ mode: back })
        onAnswer(answer === 'y')
      }
    },
    log(key, { fromEnd }) {
      const by = scrolledBy(key)
      change({ mode: by === null ? BROWSE : { name: 'log', fromEnd: Math.max(0, fromEnd - by) } })
    },
  }

  function pressOne(key: Key): void {
    const { mode, notice } = store.get()
    if (notice !== null) change({ notice: null })
    if (key.name === 'redraw') redraw()
    else if (key.name === 'suspend') suspend()
    // Each table entry accepts the mode of its name, but the compiler cannot infer that from an index.
    else (MODES[mode.name] as (key: Key, mode: Mode) => void)(key, mode)
  }

  return {
    press(key) {
      if (key.name !== 'text' || isTextMode(store.get().mode)) {
        pressOne(key)
        return
      }
      // Pasted text must not press keys.
      if (key.isPasted) return
      // Several keys in one chunk are processed one by one, but none may answer a question that was not yet shown.
      const shown = store.get().mode
      for (const [at, text] of [...key.text].entries()) {
        const { mode } = store.get()
        if (at > 0 && mode.name === 'confirm' && mode !== shown) return
        if (at > 0 && isTextMode(store.get().mode)) {
          pressOne({ ...key, text: [...key.text].slice(at).join('') })
          return
        }
        pressOne({ ...key, text })
      }
    },
    stop() {
      moderation.stop()
      finding.stop()
      commands.stop()
    },
  }
}
