import { afterEach, expect } from 'vitest'
import { kindOf } from '../calls/target-facts.ts'
import { createProgram } from '../program.ts'
import { type GlobalOptions, readSettings } from '../settings/settings.ts'
import { createController } from './controller.ts'
import type { Key } from './keyboard/keys.ts'
import { type ConsoleState, firstState } from './state/state.ts'
import { createStore } from './store.ts'
import { watchTarget } from './watch/watch.ts'

interface Opened {
  readonly state?: Partial<ConsoleState>
  /** Whether the server is watched. */
  readonly isWatched?: boolean
}

/** Consoles without a screen: what their keys do to their state. They end after each test. */
export function controllersInProcess() {
  const stops: (() => void)[] = []

  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
  })

  return (flags: GlobalOptions = {}, { state = {}, isWatched = false }: Opened = {}) => {
    const settings = readSettings(flags, { XDG_CONFIG_HOME: '/nonexistent' }, '/nonexistent')
    const { kind } = kindOf(settings, false)
    const first = firstState(settings.url.value, { columns: 80, rows: 24 }, kind)
    const store = createStore<ConsoleState>({ ...first, ...state })
    const watch = isWatched
      ? watchTarget(settings, store, undefined)
      : { refresh: async () => {}, stop: () => {} }
    const controller = createController({
      store,
      settings,
      flags: {},
      environment: {},
      program: createProgram(),
      watch,
      quit: () => {},
      redraw: () => {},
      suspend: () => {},
      copy: () => {},
    })
    stops.push(() => {
      watch.stop()
      controller.stop()
    })
    return {
      store,
      press: (...keys: (string | Key)[]) => {
        for (const key of keys)
          controller.press(typeof key === 'string' ? { name: 'text', text: key, isPasted: false } : key)
      },
      mode: () => store.get().mode,
      notice: () => store.get().notice,
      refresh: watch.refresh,
      view: () => store.get().moderation,
      until: (check: (state: ConsoleState) => boolean) =>
        expect.poll(() => check(store.get()), { timeout: 15_000, interval: 5 }).toBe(true),
    }
  }
}
