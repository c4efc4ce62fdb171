import { execFile } from 'node:child_process'
import { fdatasync, fsync } from 'node:fs'
import { link, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

type Content = string | Uint8Array | AsyncIterable<string>

/** Only the server's user may read what it stores. */
export const FOLDER_MODE = 0o700
export const FILE_MODE = 0o600

/** The name of a draft, which a crash can leave: that of the file and a unique ending. */
export const DRAFT = /\.\d+-\d+\.tmp$/

let drafts = 0

/**
 * Replaces a file atomically and durably: readers, also after a power loss, see either the old or the new content.
 * @param content if it comes in pieces, other work can run in between.
 * @throws if the file cannot be written. The old file is then unchanged, and nothing else is left behind.
 */
export const replaceFile = (path: string, content: Content): Promise<void> => writeVia(path, content, rename)

/**
 * Creates a file atomically and durably: it appears complete or not at all.
 * @returns false if the file already exists. It is then unchanged.
 */
export async function createFile(path: string, content: Content): Promise<boolean> {
  try {
    await writeVia(path, content, link)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function writeVia(
  path: string,
  content: Content,
  place: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${process.pid}-${drafts++}.tmp`
  try {
    const file = await open(draft, 'w', FILE_MODE)
    try {
      const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
      for await (const piece of pieces) await file.appendFile(piece)
      // The file handles of Yarn's Plug'n'Play have no method for it.
      await promisify(fdatasync)(file.fd)
    } finally {
      await file.close()
    }
    await place(draft, path)
  } finally {
    // On a full disk, drafts of failed writes would use up the remaining space.
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(path))
}

/** Syncs a folder, so that the names in it survive a power loss, or a file. */
export async function syncFolder(path: string): Promise<void> {
  const opened = await open(path, 'r')
  try {
    await promisify(fsync)(opened.fd)
  } finally {
    await opened.close()
  }
}

/**
 * Syncs a folder with thousands of new files: with the command `sync`, which writes the whole file system at once, or file by
 * file where there is no such command, which takes minutes.
 */
export async function syncFiles(folder: string): Promise<void> {
  try {
    await promisify(execFile)('sync', ['-f', folder])
  } catch {
    for (const entry of await readdir(folder, { recursive: true })) await syncFolder(join(folder, entry))
    await syncFolder(folder)
  }
}
