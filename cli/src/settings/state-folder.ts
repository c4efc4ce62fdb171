import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where the toolkit keeps what it has done and saved, by the XDG base directories. */
export const stateFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env.XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), 'inkling')
