import { readFileSync } from 'node:fs'

/** The oldest supported version of Node, such as `20.19`, from `engines` in `package.json`. */
export const OLDEST_NODE = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).engines.node.replace('>=', '')

/**
 * Checks the version of this Node.
 * @returns {string | null} a sentence that says what to do, or null if it is new enough
 */
export function nodeProblem() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null
  return `Node ${process.versions.node} is too old: install Node ${OLDEST_NODE} or newer.`
}
