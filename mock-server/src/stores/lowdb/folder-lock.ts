import { open, readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codeOf, DataFolderError, reasonOf } from './data-folder-error.ts'

export interface FolderLock {
  release(): Promise<void>
}

/** Folders that this very process holds: a process id alone cannot tell it from a namesake before a restart. */
const heldHere = new Set<string>()

/**
 * Takes the data folder for this process, by a file that names it. A lock whose process is gone is taken over, so a
 * crash leaves none behind.
 * @throws {DataFolderError} when a living process holds the lock, or the folder cannot be written.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = resolve(folder, 'lock')
  for (let tries = 0; tries < 3; tries++) {
    try {
      const file = await open(path, 'wx')
      await file.writeFile(`${process.pid} ${await startOf(process.pid)}\n`)
      await file.close()
      heldHere.add(path)
      return { release: () => release(path) }
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') {
        throw new DataFolderError(
          `The data folder ${folder} cannot be written: ${reasonOf(error)}. Mend its rights, or choose another one with --data.`,
        )
      }
    }
    const [pid = '', start = ''] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ')
    const holder = Number.parseInt(pid, 10)
    if (heldHere.has(path) || (isAnotherAlive(holder) && !(await isNamesake(holder, start)))) {
      throw new DataFolderError(
        `The data folder ${folder} is in use by process ${holder}. Stop that one, or choose another folder with --data.`,
      )
    }
    await rm(path, { force: true })
  }
  throw new DataFolderError(`The lock ${path} cannot be taken. Start again in a moment.`)
}

async function release(path: string): Promise<void> {
  await rm(path, { force: true })
  heldHere.delete(path)
}

/** When a process started, where Linux tells; empty elsewhere. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the program, in brackets, may hold anything; the start is the twentieth field after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

/** Whether a process has the id of the one that took the lock, and began at another time: ids are given out again. */
async function isNamesake(pid: number, start: string): Promise<boolean> {
  const known = start === '' ? '' : await startOf(pid)
  return known !== '' && known !== start
}

function isAnotherAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, under another user.
    return codeOf(error) === 'EPERM'
  }
}
