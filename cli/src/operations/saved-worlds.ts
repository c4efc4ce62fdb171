import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nearest } from '@inkling/scenarios/runner/nearest'
import { CliError, EXIT } from '../cli-error.ts'
import { controls } from '../connect.ts'
import type { Settings } from '../settings.ts'
import { stateFolder } from '../state-folder.ts'
import { importWorld } from './worlds.ts'

export interface SavedWorld {
  readonly name: string
  readonly bytes: number
  /** ISO 8601. */
  readonly savedAt: string
  readonly file: string
}

const ENDING = '.json'
const folder = (): string => join(stateFolder(), 'worlds')

/**
 * Keeps the target's world under a name on this machine.
 * @throws {CliError} when the name cannot be one, or is taken and `replace` is not set: a saved world may be the only one.
 */
export async function saveWorld(settings: Settings, name: string, replace: boolean): Promise<SavedWorld> {
  const file = fileOf(name)
  const world = await (await controls(settings)).exportWorld()
  const text = `${JSON.stringify(world)}\n`
  await mkdir(folder(), { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, text, { flag: replace ? 'w' : 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new CliError(
      EXIT.usage,
      `there is a saved world '${name}' already: name another, or add --replace to lose that one.`,
    )
  }
  return savedWorld(name)
}

/** Puts a saved world in place of everything on the target. */
export async function restoreWorld(settings: Settings, name: string): Promise<{ success: true }> {
  const file = fileOf(name)
  const names = (await listWorlds()).map((world) => world.name)
  if (!names.includes(name)) {
    const meant = nearest(name, names)
    const hint = meant ? `did you mean '${meant}'?` : 'see `inkling world list`.'
    throw new CliError(EXIT.usage, `there is no saved world '${name}': ${hint}`)
  }
  return importWorld(settings, file)
}

/** The saved worlds by name. */
export async function listWorlds(): Promise<SavedWorld[]> {
  const files = await readdir(folder()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = files.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length))
  return Promise.all(names.sort().map(savedWorld))
}

async function savedWorld(name: string): Promise<SavedWorld> {
  const file = fileOf(name)
  const { size, mtime } = await stat(file)
  return { name, bytes: size, savedAt: mtime.toISOString(), file }
}

function fileOf(name: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
    throw new CliError(
      EXIT.usage,
      `'${name}' cannot be the name of a saved world: use letters, digits, dots, hyphens and underscores.`,
    )
  }
  return join(folder(), name + ENDING)
}
