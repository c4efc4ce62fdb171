import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Replaces a file atomically: readers see either the old or the new content. The folder is not synced; files of a data
 * folder need that (stores/embedded/durable-file.ts).
 * @param mode permissions of the file.
 * @throws if the file cannot be written. The old file is then unchanged.
 */
export function replaceFile(path: string, content: string, mode = 0o600): void {
  writeVia(path, content, mode, renameSync)
}

/**
 * Creates a file atomically: it appears complete or not at all.
 * @returns false if the file already exists. It is then unchanged.
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
