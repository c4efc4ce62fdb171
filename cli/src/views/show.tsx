import { type Instance, render } from 'ink'
import type { Screen } from '../console/screen/screen.ts'
import type { ConsoleState } from '../console/state/state.ts'
import type { Store } from '../console/store.ts'
import { App } from './app.tsx'

/** Shows the console on a screen. In debug mode Ink passes each frame completely, as the screen expects. */
export const show = (store: Store<ConsoleState>, colors: number, screen: Screen): Instance =>
  render(<App store={store} colors={colors} />, {
    stdout: screen as unknown as NodeJS.WriteStream,
    debug: true,
    exitOnCtrlC: false,
  })
