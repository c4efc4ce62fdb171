import { homedir } from 'node:os'
import { isAbsolute } from 'node:path'

/**
 * A folder from a variable of the XDG Base Directory Specification, by which an empty or relative value counts as unset.
 * @returns undefined if the variable is unset.
 */
export function xdgFolder(env: NodeJS.ProcessEnv, name: `XDG_${string}`): string | undefined {
  const folder = env[name]
  return folder !== undefined && isAbsolute(folder) ? folder : undefined
}

/** Where nothing is. Reading finds nothing there, and the error of a write names it. */
const NO_HOME = '/nonexistent'

/** The home folder of this user. A user without an account and without HOME, as in some containers, has none. */
export function homeFolder({ HOME }: NodeJS.ProcessEnv): string {
  if (HOME) return HOME
  try {
    return homedir()
  } catch {
    return NO_HOME
  }
}
