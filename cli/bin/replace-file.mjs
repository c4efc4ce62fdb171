import { renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes a file atomically. A copy of mock-server/src/server/platform/replace-file.ts for scripts that run before the
 * TypeScript sources are bundled.
 * @param {string} path
 * @param {string | Uint8Array} content
 */
export function replaceFile(path, content) {
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, content)
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}
