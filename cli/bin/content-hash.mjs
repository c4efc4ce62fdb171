import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The SHA-256 of the names and contents of files. It ignores file times: copies of a checkout may keep or reset them.
 * @param {string} root folder that the paths are relative to
 * @param {string[]} paths files, and folders with all their contents; a missing path is hashed as missing
 * @returns {string} in hex
 */
export function contentHash(root, paths) {
  const hash = createHash('sha256')
  for (const [path, stats] of filesOf(root, paths)) {
    const content = stats ? readFileSync(join(root, path)) : ''
    hash.update(`${path}\0${stats ? content.length : 'missing'}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * The same of the sizes of files and of the times at which they were changed, without reading them. While it stays the
 * same, so does the {@link contentHash}.
 * @param {string} root
 * @param {string[]} paths
 * @returns {string} in hex
 */
export function timesHash(root, paths) {
  const hash = createHash('sha256')
  for (const [path, stats] of filesOf(root, paths))
    hash.update(`${path}\0${stats ? `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}` : 'missing'}\0`)
  return hash.digest('hex')
}

function* filesOf(root, paths) {
  for (const path of paths) {
    const stats = statSync(join(root, path), { throwIfNoEntry: false })
    if (stats?.isDirectory()) {
      const names = readdirSync(join(root, path)).sort()
      yield* filesOf(
        root,
        names.map((name) => `${path}/${name}`),
      )
    } else yield [path, stats]
  }
}
