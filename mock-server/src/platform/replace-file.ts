import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes a file so that readers always see a complete one: the old content or the new. Files of a data folder need
 * more than this (stores/lowdb/durable-json-file.ts): their folder is synced too.
 * @param mode permissions of the file.
 * @throws if the file cannot be written; then the old one is unchanged.
 */
export function replaceFile(path: string, content: string, mode = 0o600): void {
  writeVia(path, content, mode, renameSync)
}

/**
 * Writes a file that does not exist yet; it appears complete or not at all.
 * @returns false if the file exists. It is unchanged then.
 */
export function createFile(path: string, content: string, mode = 0o600): boolean {
  try {
    writeVia(path, content, mode, linkSync)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function writeVia(
  path: string,
  content: string,
  mode: number,
  place: (from: string, to: string) => void,
): void {
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, content, { mode, flush: true })
    place(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}
