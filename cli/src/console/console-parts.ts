import type { Command } from 'commander'
import type { GlobalOptions, Settings } from '../settings/settings.ts'
import type { ConsoleState } from './state/state.ts'
import type { Store } from './store.ts'
import type { Watch } from './watch/watch.ts'

/** The parts of the console, whether it is drawn or read aloud. */
export interface ConsoleParts {
  readonly store: Store<ConsoleState>
  readonly settings: Settings
  readonly flags: GlobalOptions
  /** Of the commands that the console runs. */
  readonly environment: NodeJS.ProcessEnv
  readonly program: Command
  readonly watch: Watch
}
