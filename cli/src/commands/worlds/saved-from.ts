import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '@inkling/mock-server/machine'
import * as z from 'zod/mini'
import { fileProblem } from '../../cli-error.ts'
import { type Settings, targetName } from '../../settings/settings.ts'
import { stateFolder } from '../../settings/state-folder.ts'

/** The server of which a world was saved. */
const savedFrom = z.object({ target: z.string(), url: z.string() })
export type SavedFrom = z.infer<typeof savedFrom>

/** Beside the worlds, which servers read: their lines are the server's. */
const folder = (): string => join(stateFolder(), 'world-servers')
const fileOf = (name: string): string => join(folder(), `${name}.json`)

export async function noteServer(name: string, settings: Settings): Promise<void> {
  const from: SavedFrom = { target: targetName(settings), url: settings.url.value }
  try {
    await mkdir(folder(), { recursive: true, mode: 0o700 })
    await replaceFile(fileOf(name), JSON.stringify(from))
  } catch (error) {
    throw fileProblem(`${fileOf(name)} cannot be written`, error, 'free disk space, or fix its permissions')
  }
}

/** Null for a world that an earlier version has saved, or that was not saved of a server. */
export async function serverOf(name: string): Promise<SavedFrom | null> {
  try {
    return savedFrom.parse(JSON.parse(await readFile(fileOf(name), 'utf8')))
  } catch {
    return null
  }
}

export const forgetServer = (name: string): Promise<void> => rm(fileOf(name), { force: true })
