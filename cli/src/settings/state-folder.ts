import { join } from 'node:path'
import { homeFolder, xdgFolder } from '@inkling/mock-server/machine'

/** The folder of the audit log and saved worlds, by the XDG base directories. */
export const stateFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  join(xdgFolder(env, 'XDG_STATE_HOME') ?? join(homeFolder(env), '.local', 'state'), 'inkling')
