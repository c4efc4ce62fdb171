import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One SHA-256 over the names and contents of files. Contents, not times: a copy of a checkout may keep the times of its
 * files, or set all of them.
 * @param {string} root folder that the paths are relative to
 * @param {string[]} paths files, and folders with everything in them; one that is missing counts as such
 * @returns {string} in hex
 */
export function contentHash(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths) add(hash, root, path)
  return hash.digest('hex')
}

function add(hash, root, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (stats?.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) add(hash, root, `${path}/${name}`)
  } else {
    const content = stats ? readFileSync(join(root, path)) : ''
    hash.update(`${path}\0${stats ? content.length : 'missing'}\0`).update(content)
  }
}
