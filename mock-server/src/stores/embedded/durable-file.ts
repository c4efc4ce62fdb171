import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Only the server's user may read a data folder. */
export const FOLDER_MODE = 0o700
export const FILE_MODE = 0o600

let writes = 0

/**
 * Writes a temporary file, syncs it, renames it and syncs the folder: after a power loss, the path has the old or the new
 * content. A failed write leaves nothing behind.
 * @param content if it comes in pieces, other calls can run in between
 */
export async function writeDurably(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<void> {
  const aside = `${path}.${process.pid}-${writes++}.tmp`
  try {
    const file = await open(aside, 'w', FILE_MODE)
    try {
      const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
      for await (const piece of pieces) await file.appendFile(piece)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(aside, path)
  } catch (error) {
    // On a full disk, leftovers of failed writes would use up the remaining space.
    await rm(aside, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Syncs a folder, so that the names in it survive a power loss. */
export async function syncFolder(path: string): Promise<void> {
  const folder: FileHandle = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
