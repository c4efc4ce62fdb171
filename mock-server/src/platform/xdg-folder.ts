import { isAbsolute } from 'node:path'

/**
 * A folder from a variable of the XDG Base Directory Specification, by which an empty or relative value counts as unset.
 * @returns undefined if the variable is unset.
 */
export function xdgFolder(env: NodeJS.ProcessEnv, name: `XDG_${string}`): string | undefined {
  const folder = env[name]
  return folder !== undefined && isAbsolute(folder) ? folder : undefined
}
