import type { Command } from 'commander'
import { kindOf } from '../calls/target-facts.ts'
import { CliError, EXIT } from '../cli-error.ts'
import { printer } from '../output/printer.ts'
import { width } from '../output/table.ts'
import type { GlobalOptions, Settings } from '../settings/settings.ts'
import type { ConsoleParts } from './console-parts.ts'
import { createController } from './controller.ts'
import { keyReader } from './keyboard/keys.ts'
import { hasUnicode, inPlainText } from './screen/plain-text.ts'
import { readAloud } from './screen/read-aloud.ts'
import { Screen } from './screen/screen.ts'
import { takeTerminal, toClipboard } from './screen/terminal.ts'
import { selectedGame } from './state/shown-games.ts'
import { type ConsoleState, firstState } from './state/state.ts'
import { createStore, throttled } from './store.ts'
import { watchTarget } from './watch/watch.ts'

export interface ConsoleOptions {
  readonly device?: string
  readonly screenReader?: boolean
}

/** Skips intermediate sizes while the terminal is being resized. */
const RESIZE_MS = 40
const MINUTE_MS = 60_000
const NO_STATUS_MS = 1000

/**
 * Shows the console until it is quit.
 * @param program the commands available on its command line.
 * @returns the exit code.
 */
export async function openConsole(
  settings: Settings,
  flags: GlobalOptions,
  program: Command,
  { device, screenReader = false }: ConsoleOptions,
): Promise<number> {
  refuseWithoutTerminal(settings, screenReader)
  // Commands must not inherit the changes that are made for Ink.
  const environment = { ...process.env }
  const store = createStore(
    firstState(settings.url.value, { columns: 80, rows: 24 }, kindOf(settings, false).kind),
  )
  const watch = watchTarget(settings, store, device)
  const parts = { store, settings, environment, program, watch }
  if (screenReader) return readAloud({ ...parts, flags })
  prepareInk(printer(settings).page.colors)
  return showScreen({ ...parts, flags: { ...flags, color: settings.color } })
}

function refuseWithoutTerminal({ dryRun, interactive }: Settings, screenReader: boolean): void {
  if (dryRun) {
    throw new CliError(
      EXIT.usage,
      'the console needs replies from a server, and a dry run sends nothing. Remove --dry-run.',
    )
  }
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true
  if (screenReader || (isTerminal && interactive && process.env.TERM !== 'dumb')) return
  throw new CliError(
    EXIT.usage,
    'the console needs a terminal that can move its cursor: use commands such as `inkling daily trigger`, or `inkling console --screen-reader` for lines.',
  )
}

/**
 * Shows the console on a terminal until it is quit.
 * @returns the exit code.
 */
export async function showScreen(parts: ConsoleParts, take = takeTerminal): Promise<number> {
  const { store, settings, watch } = parts
  const isPlain = !hasUnicode(process.env)
  const { colors: all } = printer(settings).page
  // Half blocks are not ASCII, so pictures use characters by ink density.
  const colors = isPlain ? Math.min(16, all) : all
  const { show } = await import('../views/show.tsx')
  return new Promise((resolve) => {
    const read = keyReader()
    let resized: NodeJS.Timeout | undefined
    let minutes: NodeJS.Timeout | undefined
    /** Redraws the terminal in its current size. */
    const draw = () => {
      const size = terminal.size()
      screen.forget(size)
      store.set({ size })
      screen.emit('resize')
    }
    const quit = (exitCode = 0) => {
      clearTimeout(resized)
      clearTimeout(minutes)
      watch.stop()
      controller.stop()
      shown.unmount()
      terminal.leave()
      resolve(exitCode)
    }
    const terminal = take(
      (text) => {
        for (const key of read(text)) controller.press(key)
      },
      () => {
        clearTimeout(resized)
        resized = setTimeout(draw, RESIZE_MS)
      },
      quit,
    )
    const controller = createController({
      ...parts,
      quit: () => quit(),
      redraw: draw,
      suspend: () => terminal.suspend(),
      copy: (text) => terminal.write(toClipboard(text)),
    })
    let loaded = ''
    /** Loads the details of the selected game when it is first shown and when it is completed. */
    const loadSelected = () => {
      const state = store.get()
      const game = selectedGame(state)
      const pictures = game?.steps.filter(({ picture }) => state.pictures.has(picture ?? '')).length
      const selection = game ? `${state.kind} ${game.id} ${game.status} ${pictures}` : ''
      if (selection === loaded) return
      loaded = selection
      if (game) void watch.loadDetails(game.id)
    }
    store.subscribe(loadSelected)
    const tick = () => {
      minutes = setTimeout(tick, untilNextMinute(store.get()))
      store.change((before) => ({ ...before, minute: before.minute + 1 }))
    }
    const screen = new Screen(terminal.size(), (text) =>
      terminal.write(isPlain ? inPlainText(text, width) : text),
    )
    store.set({ size: terminal.size() })
    const shown = show(throttled(store), colors, screen)
    tick()
  })
}

/** The header shows the server's clock in minutes, so it only changes once a minute. */
function untilNextMinute({ status, statusAt }: ConsoleState): number {
  if (!status) return NO_STATUS_MS
  const now = Date.parse(status.now) + performance.now() - statusAt
  return MINUTE_MS - (now % MINUTE_MS)
}

/** Ink, React and their colours read the environment when they are loaded. */
function prepareInk(colors: number): void {
  process.env.NODE_ENV = 'production'
  // An interactive terminal is not CI, even if the environment says so.
  process.env.CI = '0'
  // CI=0 also disables colours in Ink, so set their number explicitly.
  process.env.FORCE_COLOR = colors > 256 ? '3' : colors === 256 ? '2' : colors > 2 ? '1' : '0'
}
