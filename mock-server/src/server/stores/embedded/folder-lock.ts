/// <reference path="./fs-native-extensions.d.ts" />
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { FILE_MODE } from '../../platform/replace-file.ts'
import { DataFolderError, reasonOf, systemCode } from './data-folder-error.ts'

export interface FolderLock {
  release(): Promise<void>
}

/**
 * Locks the data folder for this process by a kernel lock on the file `lock`. The kernel releases it however the process
 * ends, and it works across containers, where process ids mean nothing. The file remains; its text names the holder.
 * @param options.isReadOnly prevents other processes from changing the folder. It changes nothing in it, so that it may be on
 * a read-only file system.
 * @throws {DataFolderError} if another process has the folder, or if the folder cannot be written or locked.
 */
export async function lockFolder(folder: string, { isReadOnly = false } = {}): Promise<FolderLock> {
  const file = await openLock(folder, isReadOnly)
  try {
    if (file && !(await lock(file, folder, isReadOnly)))
      throw new DataFolderError(
        `The data folder ${folder} is in use by ${await nameIn(folder)}.`,
        (place) => `Stop it, or choose another folder with ${place}.`,
      )
    if (file && !isReadOnly) await writeName(file)
  } catch (error) {
    await file?.close()
    throw error
  }
  return {
    async release() {
      if (!isReadOnly) await file?.truncate(0)
      await file?.close()
    },
  }
}

/**
 * The process that holds a data folder, as a phrase; null if none does.
 * @throws {DataFolderError} if its lock cannot be opened.
 */
export async function folderHolder(folder: string): Promise<string | null> {
  const file = await openLock(folder, true)
  try {
    return file === null || (await lock(file, folder, true)) ? null : await nameIn(folder)
  } finally {
    await file?.close()
  }
}

/** Null if the folder is only read and no server has used it. */
async function openLock(folder: string, isReadOnly: boolean): Promise<FileHandle | null> {
  try {
    return await open(join(folder, 'lock'), isReadOnly ? 'r' : 'a+', FILE_MODE)
  } catch (error) {
    if (isReadOnly && systemCode(error) === 'ENOENT') return null
    throw new DataFolderError(
      `The data folder ${folder} cannot be ${isReadOnly ? 'read' : 'written'}: ${reasonOf(error)}.`,
      (place) => `Change its permissions, or choose another one with ${place}.`,
      { cause: error },
    )
  }
}

/** The native code, loaded on demand: servers without a data folder also run where it has no binary. */
export const loadLocks = async () => (await import('fs-native-extensions')).default

/** False if another process holds the lock. */
async function lock(file: FileHandle, folder: string, shared: boolean): Promise<boolean> {
  try {
    return (await loadLocks()).tryLock(file.fd, { shared })
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${folder} cannot be locked: ${reasonOf(error)}.`,
      (place) => `Choose a folder on a local disk with ${place}.`,
    )
  }
}

async function writeName(file: FileHandle): Promise<void> {
  try {
    await file.truncate(0)
    await file.appendFile(`process ${process.pid} on ${hostname()}\n`)
  } catch (error) {
    // The lock holds without the name, and stored data can be read on a full disk.
    if (systemCode(error) !== 'ENOSPC') throw error
  }
}

/** The holder of a lock. It has no name just after it has taken the lock, and on systems where a locked file cannot be read. */
const nameIn = async (folder: string): Promise<string> =>
  (await readFile(join(folder, 'lock'), 'utf8').catch(() => '')).trim() || 'another process'
