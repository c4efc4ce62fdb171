import type { Command } from 'commander'
import { explain } from '../explain.ts'
import type { GlobalOptions, Settings } from '../settings.ts'
import { commandLine, wordsOf } from './command-words.ts'
import type { KnownIds } from './completion.ts'
import { Journal } from './journal.ts'
import type { Key } from './keys.ts'
import { lineOf } from './line-editor.ts'
import { pressInAsk, pressInCommand, pressInFilter, pressInPick } from './line-modes.ts'
import { createMenus } from './menus.ts'
import { createQuestions } from './questions.ts'
import { ReplayControl } from './replay.ts'
import { movedBy, ScenarioControl } from './scenario-control.ts'
import {
  type Action,
  BROWSE,
  type ConsoleState,
  commandMode,
  gameLookedAt,
  type Mode,
  pickable,
  shownGames,
  stepLookedAt,
} from './state.ts'
import type { Store } from './store.ts'
import type { Watch } from './watch.ts'

export interface ControllerParts {
  readonly store: Store<ConsoleState>
  readonly settings: Settings
  readonly flags: GlobalOptions
  readonly program: Command
  readonly watch: Pick<Watch, 'refresh' | 'follow'>
  /** Whether a replay goes on by itself. */
  readonly isMoving: boolean
  /** Ends the console. */
  readonly quit: () => void
  /** Draws the whole screen anew. */
  readonly redraw: () => void
}

export interface Controller {
  press(key: Key): void
  /** Ends whatever still runs. */
  stop(): void
}

const QUIT = ['q', 'quit', 'exit']
/** Commands that never end, or that need this terminal for themselves. */
const NOT_IN_HERE = ['console', 'serve']
/** An output longer than this is shown at once, not only noted. */
const LINES_SHOWN_BY_THE_WAY = 3
/** How far back a key leads in the log. */
const SCROLLED: Readonly<Record<string, number>> = {
  up: 1,
  k: 1,
  down: -1,
  j: -1,
  'page-up': 10,
  'page-down': -10,
}

type ModeOf<Name extends Mode['name']> = Extract<Mode, { name: Name }>

const letterOf = (key: Key): string => (key.name === 'text' ? key.text : key.name)

/** What each key does, in each mode. */
export function createController(parts: ControllerParts): Controller {
  const { store, settings, flags, program, watch, isMoving, quit, redraw } = parts
  const journal = new Journal(store, flags)
  const questions = createQuestions(store, settings, journal)
  const scenarios = new ScenarioControl(store, journal)
  const replays = new ReplayControl(store, watch, isMoving)
  const menus = createMenus(store, (line) => void runLine(line))
  const change = (part: Partial<ConsoleState>) => store.change((before) => ({ ...before, ...part }))
  const sentence = (error: unknown) => explain(error).sentence ?? 'nothing was sent'

  async function perform(action: Action): Promise<void> {
    change({ mode: BROWSE })
    await journal.perform(action, sentence)
    await watch.refresh()
  }

  async function runLine(text: string): Promise<void> {
    const words = wordsOf(text)
    if (words[0] === 'inkling') words.shift()
    const history = [...store.get().history.filter((line) => line !== text), text]
    change({ mode: BROWSE, ...(words.length > 0 && { history }) })
    const [name = ''] = words
    if (QUIT.includes(name)) quit()
    if (name === '' || QUIT.includes(name)) return
    const action: Action = { words }
    if (NOT_IN_HERE.includes(name)) {
      const run = () =>
        Promise.reject(new Error(`'${name}' needs a terminal of its own: run it in another one.`))
      await journal.perform({ ...action, run }, (error) => (error as Error).message)
      return
    }
    const entry = await journal.command(words)
    if (store.get().mode.name === 'browse' && (entry?.lines.length ?? 0) > LINES_SHOWN_BY_THE_WAY) {
      change({ mode: { name: 'log', fromEnd: 0 } })
    }
    await watch.refresh()
  }

  const ids = (): KnownIds => ({
    users: [...store.get().names.keys()],
    games: store.get().games.map(({ id }) => id),
    devices: [...journal.devices.values()],
  })

  const KEYS: Readonly<Record<string, () => void>> = {
    q: quit,
    '?': () => change({ mode: { name: 'help' } }),
    '/': () => {
      const { filter } = store.get()
      change({ mode: { name: 'filter', line: lineOf(filter), before: filter } })
    },
    ':': () => change({ mode: commandMode() }),
    l: () => change({ mode: { name: 'log', fromEnd: 0 } }),
    d: questions.daily,
    m: questions.mock,
    c: questions.complete,
    h: questions.history,
    b: () => change({ mode: commandMode(lineOf('bots run --players 4 --games 1')) }),
    s: () => void scenarios.open(),
    r: () => void watch.refresh(),
    p: () => replays.begin(),
    v: () => change({ mode: { name: 'day' } }),
    t: menus.clock,
    f: menus.faults,
  }

  function choose(id: string | undefined): void {
    if (id === undefined || id === gameLookedAt(store.get())?.id) return
    change({ chosenGame: id, chosenStep: null })
  }

  function browse(key: Key): void {
    const state = store.get()
    const games = shownGames(state)
    const game = gameLookedAt(state)
    const moved = movedBy(
      key,
      games.findIndex(({ id }) => id === game?.id),
      games.length,
    )
    if (moved !== null) choose(games[moved]?.id)
    else if (key.name === 'text') KEYS[key.text]?.()
    else if (key.name === 'interrupt' || key.name === 'end-of-input') quit()
    else if (key.name === 'escape') change(state.mode.name === 'browse' ? { filter: '' } : { mode: BROWSE })
    else if (game && (key.name === 'left' || key.name === 'right')) {
      const step = stepLookedAt(game, state.chosenStep) + (key.name === 'left' ? -1 : 1)
      change({ chosenStep: Math.max(0, Math.min(game.steps.length - 1, step)) })
    } else if (game && key.name === 'enter') {
      change({ mode: state.mode.name === 'browse' ? { name: 'chain' } : BROWSE })
    }
  }

  const MODES: { readonly [Name in Mode['name']]: (key: Key, mode: ModeOf<Name>) => void } = {
    browse,
    chain: browse,
    day: browse,
    replay: (key, mode) => replays.press(key, mode),
    help: () => change({ mode: BROWSE }),
    scenarios: (key) => scenarios.press(key),
    filter: (key, mode) => change(pressInFilter(mode, key)),
    command(key, mode) {
      if (key.name === 'enter') void runLine(mode.line.text)
      else change(pressInCommand(mode, key, store.get(), program, ids()))
    },
    ask(key, mode) {
      const answer = mode.line.text.trim()
      change(key.name === 'enter' ? { mode: BROWSE } : pressInAsk(mode, key))
      if (key.name === 'enter' && answer !== '') mode.onAnswer(answer)
    },
    pick(key, mode) {
      const picked = pickable(mode)[mode.at]
      change(key.name === 'enter' ? { mode: BROWSE } : pressInPick(mode, key))
      if (key.name === 'enter' && picked) mode.onAnswer(picked.id)
    },
    confirm(key, { action }) {
      const answer = letterOf(key)
      if (answer === 'y') void perform(action)
      else change({ mode: answer === 'e' ? commandMode(lineOf(commandLine(action.words))) : BROWSE })
    },
    log(key, { fromEnd }) {
      const up = SCROLLED[letterOf(key)]
      change({
        mode: up === undefined ? BROWSE : { name: 'log', fromEnd: Math.max(0, fromEnd + up) },
      })
    },
  }

  function pressOne(key: Key): void {
    const { mode } = store.get()
    if (key.name === 'redraw') redraw()
    // The table says which mode each of its entries takes; the compiler cannot follow that through an index.
    else (MODES[mode.name] as (key: Key, mode: Mode) => void)(key, mode)
  }

  const isWritten = () => ['filter', 'command', 'ask', 'pick'].includes(store.get().mode.name)

  return {
    press(key) {
      if (key.name !== 'text' || isWritten()) {
        pressOne(key)
        return
      }
      // What is pasted may not press keys.
      if (key.isPasted) return
      // Several keys in one piece are pressed one by one, but none of them may answer a question it has not seen.
      for (const [at, text] of [...key.text].entries()) {
        if (at > 0 && store.get().mode.name === 'confirm') return
        if (at > 0 && isWritten()) {
          pressOne({ ...key, text: [...key.text].slice(at).join('') })
          return
        }
        pressOne({ ...key, text })
      }
    },
    stop() {
      replays.stop()
      journal.stop()
    },
  }
}
