import { readFileSync } from 'node:fs'

/** The oldest Node that the project runs on, such as `20.19`. The `engines` of `package.json` name it. */
export const OLDEST_NODE = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).engines.node.replace('>=', '')

/**
 * What to do when this Node is too old for the project.
 * @returns {string | null} a sentence; null when it is new enough
 */
export function nodeProblem() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null
  return `Node ${process.versions.node} is too old: install Node ${OLDEST_NODE} or newer.`
}
