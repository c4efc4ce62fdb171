import { afterEach, vi } from 'vitest'
import { forgetFacts, kindOf } from '../../calls/target-facts.ts'
import { createProgram } from '../../program.ts'
import { type GlobalOptions, readSettings } from '../../settings/settings.ts'
import { showScreen } from '../open-console.ts'
import { type ConsoleState, firstState, type Size } from '../state/state.ts'
import { createStore } from '../store.ts'
import { watchTarget } from '../watch/watch.ts'
import { emulate, type TestConsole } from './terminal.fixture.ts'

export interface InProcessOptions {
  /** The player whose games are shown if the server has no controls. */
  readonly device?: string
  /** Of the commands that the console runs. */
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * Consoles in this process, without colours, on a terminal emulator. They are for what the console shows and which keys
 * it takes; signals and its own environment need the real binary (`startConsole`).
 */
export function consolesInProcess() {
  const ends: (() => void)[] = []

  afterEach(() => {
    for (const end of ends.splice(0)) end()
    vi.unstubAllEnvs()
  })

  return {
    /** @param flags as of the command `console`. */
    start(
      flags: GlobalOptions & { target: string },
      size: Size,
      { device, environment = {} }: InProcessOptions = {},
    ): TestConsole {
      for (const name of ['LC_ALL', 'LC_CTYPE', 'LANG']) vi.stubEnv(name, 'C.UTF-8')
      // A new process would not know its target yet.
      forgetFacts()
      const settings = readSettings(flags, { XDG_CONFIG_HOME: '/nonexistent' }, '/nonexistent')
      const emulator = emulate(size)
      let press = (_: string) => {}
      let resized = () => {}
      let current = size
      const store = createStore<ConsoleState>(
        firstState(settings.url.value, size, kindOf(settings, false).kind),
      )
      void showScreen(
        {
          store,
          settings,
          flags,
          environment,
          program: createProgram(),
          watch: watchTarget(settings, store, device),
        },
        (onInput, onResize, onEnd) => {
          press = onInput
          resized = onResize
          ends.push(() => onEnd(0))
          return { size: () => current, write: emulator.write, suspend: () => {}, leave: () => {} }
        },
      )
      return {
        screen: emulator.screen,
        until: emulator.until,
        sent: emulator.sent,
        type: (keys) => press(keys),
        resize(next) {
          current = next
          emulator.terminal.resize(next.columns, next.rows)
          resized()
        },
      }
    },
  }
}
