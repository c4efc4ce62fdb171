import { open, readFile, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codeOf, DataFolderError, reasonOf } from './data-folder-error.ts'

export interface FolderLock {
  release(): Promise<void>
}

const TRIES = 10
const PAUSE_MS = 50

/** Folders that this very process holds: a process id alone cannot tell it from a namesake before a restart. */
const heldHere = new Set<string>()

/**
 * Takes the data folder for this process, by a file that names it. A lock whose process is gone is taken over, so a
 * crash leaves none behind.
 * @throws {DataFolderError} when a living process holds the lock, or the folder cannot be written.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = resolve(folder, 'lock')
  for (let tries = 0; tries < TRIES; tries++) {
    if (await take(path, folder)) {
      heldHere.add(path)
      return { release: () => release(path) }
    }
    const written = await readFile(path, 'utf8').catch(() => '')
    if (written === '' && tries < TRIES - 2) {
      // Its owner is about to write its name, or has just gone.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      continue
    }
    const [pid = '', start = ''] = written.trim().split(' ')
    const holder = Number.parseInt(pid, 10)
    if (heldHere.has(path) || (isAnotherAlive(holder) && !(await isNamesake(holder, start)))) {
      throw new DataFolderError(
        `The data folder ${folder} is in use by process ${holder}. Stop that one, or choose another folder with --data.`,
      )
    }
    await removeStale(path, written)
  }
  throw new DataFolderError(`The lock ${path} cannot be taken. Start again in a moment.`)
}

/** False when somebody has it. */
async function take(path: string, folder: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx')
    await file.writeFile(`${process.pid} ${await startOf(process.pid)}\n`)
    await file.close()
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw new DataFolderError(
      `The data folder ${folder} cannot be written: ${reasonOf(error)}. Mend its rights, or choose another one with --data.`,
    )
  }
}

/** Removes a lock that nobody holds. Whoever was quicker may have taken it meanwhile: theirs is put back. */
async function removeStale(path: string, written: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  if ((await readFile(aside, 'utf8')) === written) await rm(aside)
  else await rename(aside, path)
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
