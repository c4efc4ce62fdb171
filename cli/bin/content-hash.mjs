import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The SHA-256 of the names and contents of files. It ignores file times: copies of a checkout may keep or reset them.
 * @param {string} root folder that the paths are relative to
 * @param {string[]} paths files, and folders with all their contents; a missing path is hashed as missing
 * @returns {string} in hex
 */
export function contentHash(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths) add(hash, root, path)
  return hash.digest('hex')
}

function add(hash, root, path) {
  try {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') hash.update(`${path}\0missing\0`)
    else if (error.code === 'EISDIR')
      for (const name of readdirSync(join(root, path)).sort()) add(hash, root, `${path}/${name}`)
    else throw error
  }
}
