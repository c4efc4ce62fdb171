import { renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes a file so that readers always see a complete one. This copy of mock-server/src/platform/replace-file.ts is for
 * scripts that run before TypeScript is bundled.
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
