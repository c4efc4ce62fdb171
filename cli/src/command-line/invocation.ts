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
  const isFound = found.get(PATH) ?? isCommandIn(PATH)
  found.set(PATH, isFound)
  return isFound ? 'inkling' : 'npx inkling'
}

/** By PATH: the help of a command asks often. */
const found = new Map<string, boolean>()

function isCommandIn(PATH: string): boolean {
  const folders = PATH.split(delimiter).filter((folder) => !folder.endsWith(PROJECT_COMMANDS))
  return folders.some((folder) => FILE_NAMES.some((name) => existsSync(join(folder, name))))
}

/** The words of a command line without the program, if they begin with it. */
export function withoutProgram(words: readonly string[]): readonly string[] {
  const [first, second] = words
  return words.slice(first === 'inkling' ? 1 : first === 'npx' && second === 'inkling' ? 2 : 0)
}

/**
 * A text for people, with its commands as they can be run here. Texts of ours write them as \`inkling doctor\`, because
 * code below this package and other servers cannot know how the user runs it.
 */
export const runnable = (text: string): string => text.replaceAll('`inkling ', () => `\`${invocation()} `)
