import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const FILE_NAMES = ['inkling', 'inkling.cmd']
const PROJECT_COMMANDS = join('node_modules', '.bin')

/**
 * How the user runs this command again: `npx inkling` in a checkout or a project that installed the package, `inkling`
 * if the shell finds it. npm adds the commands of a project to the PATH of its children only, so those do not count.
 */
export function invocation({ npm_command, PATH = '' } = process.env): 'inkling' | 'npx inkling' {
  if (npm_command) return 'npx inkling'
  const folders = PATH.split(delimiter).filter((folder) => !folder.endsWith(PROJECT_COMMANDS))
  const isFound = folders.some((folder) => FILE_NAMES.some((name) => existsSync(join(folder, name))))
  return isFound ? 'inkling' : 'npx inkling'
}
