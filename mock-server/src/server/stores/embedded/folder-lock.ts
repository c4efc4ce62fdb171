/// <reference path="./fs-native-extensions.d.ts" />
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { FILE_MODE } from '../../platform/replace-file.ts'
import { codeOf, DataFolderError, reasonOf } from './data-folder-error.ts'

/** The number of attempts to read a holder's name, and the delay between them. */
const NAME_TRIES = 10
const NAME_WAIT_MS = 20

export interface FolderLock {
  release(): Promise<void>
}

/**
 * Locks the data folder for this process by a kernel lock on the file `lock`. The kernel releases it however the process
 * ends, and it works across containers, where process ids mean nothing. The file remains; its text names the holder.
 * @throws {DataFolderError} if another process has the folder, or if the folder cannot be written or locked.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = await openLock(folder, constants.O_RDWR | constants.O_CREAT)
  try {
    if (!(await lock(file, folder))) throw await inUse(folder, file)
    await writeName(file)
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    async release() {
      await file.truncate(0)
      await file.close()
    },
  }
}

/**
 * Prevents other processes from changing the folder. Changes nothing in it, so that it may be on a read-only file system.
 * @throws {DataFolderError} if another process has the folder.
 */
export async function lockFolderToRead(folder: string): Promise<FolderLock> {
  const file = await openExisting(folder)
  if (file !== null && !(await lock(file, folder, { shared: true }))) {
    const problem = await inUse(folder, file)
    await file.close()
    throw problem
  }
  return { release: async () => file?.close() }
}

/**
 * The process that holds a data folder, as a phrase; null if none does.
 * @throws {DataFolderError} if its lock cannot be opened.
 */
export async function folderHolder(folder: string): Promise<string | null> {
  const file = await openExisting(folder)
  if (file === null) return null
  try {
    return (await lock(file, folder, { shared: true })) ? null : nameOf(await textOfHolder(file))
  } finally {
    await file.close()
  }
}

async function inUse(folder: string, file: FileHandle): Promise<DataFolderError> {
  const holder = nameOf(await textOfHolder(file))
  return new DataFolderError(
    `The data folder ${folder} is in use by ${holder}.`,
    (place) => `Stop it, or choose another folder with ${place}.`,
  )
}

async function writeName(file: FileHandle): Promise<void> {
  try {
    await file.truncate(0)
    await file.write(`process ${process.pid} on ${hostname()}\n`, 0)
  } catch (error) {
    // The lock holds without the name, and stored data can be read on a full disk.
    if (codeOf(error) !== 'ENOSPC') throw error
  }
}

/** Null if no server has used the folder. */
const openExisting = (folder: string): Promise<FileHandle | null> =>
  openLock(folder, constants.O_RDONLY).catch((error: DataFolderError) => {
    if (codeOf(error.cause) === 'ENOENT') return null
    throw error
  })

async function openLock(folder: string, flags: number): Promise<FileHandle> {
  try {
    return await open(join(folder, 'lock'), flags, FILE_MODE)
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${folder} cannot be ${flags === constants.O_RDONLY ? 'read' : 'written'}: ${reasonOf(error)}.`,
      (place) => `Change its permissions, or choose another one with ${place}.`,
      { cause: error },
    )
  }
}

/** The native code, loaded on demand: servers without a data folder also run where it has no binary. */
export const loadLocks = async () => (await import('fs-native-extensions')).default

/** False if another process holds the lock. */
async function lock(file: FileHandle, folder: string, options = { shared: false }): Promise<boolean> {
  try {
    return (await loadLocks()).tryLock(file.fd, options)
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${folder} cannot be locked: ${reasonOf(error)}.`,
      (place) => `Choose a folder on a local disk with ${place}.`,
    )
  }
}

/** The text of a locked file. Retries, because a process that has just taken the lock has not written its name yet. */
async function textOfHolder(file: FileHandle): Promise<string> {
  for (let tries = 0; tries < NAME_TRIES; tries++) {
    const text = await textOf(file)
    if (text !== '') return text
    await pause(NAME_WAIT_MS)
  }
  return ''
}

/** Empty on systems where a locked file cannot be read. */
const textOf = async (file: FileHandle): Promise<string> => {
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(300), 0, 300, 0)
    .catch(() => ({ buffer: Buffer.alloc(0), bytesRead: 0 }))
  return buffer.toString('utf8', 0, bytesRead).trim()
}

const nameOf = (holder: string): string =>
  holder === '' ? 'another process' : holder.replace(/^(\d+).*/, 'process $1')
