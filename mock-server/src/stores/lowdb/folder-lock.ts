/// <reference path="./fs-native-extensions.d.ts" />
import { constants } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tryLock } from 'fs-native-extensions'
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
  const file = await openLock(folder, constants.O_CREAT)
  try {
    const isFree = lock(file, folder)
    const holder = isFree ? await textOf(file) : await textOfHolder(file)
    if (!isFree || (await isHeldByVersion1(holder))) {
      throw new DataFolderError(
        `The data folder ${folder} is in use by ${nameOf(holder)}. Stop it, or choose another folder with --data.`,
      )
    }
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

async function writeName(file: FileHandle): Promise<void> {
  try {
    await file.truncate(0)
    await file.write(`process ${process.pid} on ${hostname()}\n`, 0)
  } catch (error) {
    // The lock holds without the name, and stored data can be read on a full disk.
    if (codeOf(error) !== 'ENOSPC') throw error
  }
}

/**
 * The process that holds a data folder, as a phrase; null if none does.
 * @throws {DataFolderError} if its lock cannot be opened.
 */
export async function folderHolder(folder: string): Promise<string | null> {
  const file = await openLock(folder, 0).catch((error: DataFolderError) => {
    if (codeOf(error.cause) === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  try {
    return lock(file, folder) ? null : nameOf(await textOfHolder(file))
  } finally {
    await file.close()
  }
}

async function openLock(folder: string, flags: number): Promise<FileHandle> {
  try {
    return await open(join(folder, 'lock'), constants.O_RDWR | flags, 0o600)
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${folder} cannot be written: ${reasonOf(error)}. Change its permissions, or choose another one with --data.`,
      { cause: error },
    )
  }
}

/** False if another process holds the lock. */
function lock(file: FileHandle, folder: string): boolean {
  try {
    return tryLock(file.fd)
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${folder} cannot be locked: ${reasonOf(error)}. Choose a folder on a local disk with --data.`,
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

/**
 * Servers older than kernel locks wrote their process id and start time into the file, and removed the file when they
 * stopped. A newer server must not start while one still runs.
 */
async function isHeldByVersion1(text: string): Promise<boolean> {
  const [, pid = '', start = ''] = /^(\d+)(?: (\d*))?$/.exec(text) ?? []
  if (pid === '' || Number(pid) === process.pid || !isAlive(Number(pid))) return false
  const known = await startOf(pid)
  return start === '' || known === '' || known === start
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs as another user.
    return codeOf(error) === 'EPERM'
  }
}

/** The start time of a process on Linux; empty elsewhere. */
async function startOf(pid: string): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The program's name, in brackets, may contain anything; the start time is the twentieth field after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
