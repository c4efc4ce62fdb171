import type { Command } from 'commander'
import type { GlobalOptions, Settings } from '../settings.ts'
import type { ConsoleState } from './state.ts'
import type { Store } from './store.ts'
import type { Watch } from './watch.ts'

/** What the console is made of, whether it is shown or read aloud. */
export interface ConsoleParts {
  readonly store: Store<ConsoleState>
  readonly settings: Settings
  readonly flags: GlobalOptions
  readonly program: Command
  readonly watch: Watch
  /** Whether a replay goes on by itself. */
  readonly isMoving: boolean
}
