import { once } from 'node:events'
import { access, stat } from 'node:fs/promises'
import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { WorldRestored } from '@inkling/mock-server/contract/schemas/control'
import { replaceFile } from '@inkling/mock-server/machine'
import { writePrivate } from '@inkling/scenarios/record/private-file'
import { controls } from '../../calls/connect.ts'
import { CliError, EXIT, isCliError } from '../../cli-error.ts'
import { commandLine } from '../../command-line/command-words.ts'
import { invocation } from '../../command-line/invocation.ts'
import type { Settings } from '../../settings/settings.ts'
import { escapedJson } from '../../terminal-text.ts'
import { type DestructiveChange, removeSave, type SavedWorld, saveBefore } from './saved-worlds.ts'
import { exportedWorld, sendWorld } from './world-stream.ts'

/**
 * Writes all data of a target to a file, or to standard output for `-`.
 * @throws {CliError} if the file cannot be written.
 */
export async function exportWorld(
  settings: Settings,
  file: string,
): Promise<{ file: string; bytes: number }> {
  let bytes = 0
  async function* escaped(): AsyncGenerator<string> {
    for await (const piece of exportedWorld(settings)) {
      const text = escapedJson(piece)
      bytes += Buffer.byteLength(text)
      yield text
    }
  }
  if (file === '-') await toStandardOutput(escaped())
  else {
    // A device, such as /dev/stdout, cannot be replaced.
    const isOther = await stat(file).then(
      (found) => !found.isFile(),
      () => false,
    )
    await (isOther ? writePrivate : replaceFile)(file, escaped()).catch(cannotWrite(file))
  }
  return { file, bytes }
}

async function toStandardOutput(pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
  }
}

const cannotWrite = (file: string) => (error: NodeJS.ErrnoException) => {
  if (isCliError(error) || error instanceof ApiError) throw error
  const { code, message } = error
  const reason =
    code === 'ENOENT' ? 'its folder does not exist' : code === 'EISDIR' ? 'it is a folder' : message
  throw new CliError(
    EXIT.usage,
    `the world cannot be written to ${file}: ${reason}. Name a file in a folder that you can write to.`,
  )
}

/** What is said of deletions is absent for a reset. */
export interface WorldReplaced extends Partial<Omit<WorldRestored, 'success'>> {
  readonly success: true
  /** The name under which the previous world was saved on this machine; null if it was not saved. */
  readonly savedAs: string | null
  /** The command that restores it. */
  readonly getBack: string | null
}

/** @throws {CliError} for a file that cannot be read. */
export async function requireWorld(file: string): Promise<void> {
  try {
    await access(file)
    if (!(await stat(file)).isDirectory()) return
  } catch (error) {
    throw cannotRead(file, (error as NodeJS.ErrnoException).message, error)
  }
  throw cannotRead(file, 'it is a folder')
}

function cannotRead(file: string, message: string, cause?: unknown): CliError {
  const isMissing = (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
  const reason = isMissing ? 'there is no such file' : message
  return new CliError(
    EXIT.usage,
    `the world cannot be read from ${file}: ${reason}. Name a file written by \`inkling world export\`.`,
  )
}

/** Replaces all data of a target with the world in a file, which the server checks. @param save whether to save it first. */
export const importWorld = (settings: Settings, file: string, save: boolean): Promise<WorldReplaced> =>
  savedFirst(settings, 'import', save, () => sendWorld(settings, file))

export const restoreWorld = (
  settings: Settings,
  { name, file }: SavedWorld,
  save: boolean,
): Promise<WorldReplaced> => savedFirst(settings, 'restore', save, () => sendWorld(settings, file), name)

export const resetWorld = (settings: Settings, save: boolean): Promise<WorldReplaced> =>
  savedFirst(settings, 'reset', save, async () => (await controls(settings)).resetWorld())

/** Saves the current world before it is replaced. A dry run saves nothing and prints the call. */
async function savedFirst(
  settings: Settings,
  change: DestructiveChange,
  save: boolean,
  replace: () => Promise<Omit<WorldReplaced, 'savedAs' | 'getBack'>>,
  restored?: string,
): Promise<WorldReplaced> {
  const mustSave = save && !settings.dryRun
  const saved = mustSave ? await saveBefore(settings, change, restored).catch(cannotSave) : null
  const replaced = await replace().catch(async (error) => {
    // Refused before anything was changed.
    if (saved && error instanceof ApiError && error.status < 500) await removeSave(saved)
    throw error
  })
  return {
    ...replaced,
    savedAs: saved?.name ?? null,
    getBack: saved && commandToRestore(saved.name, settings),
  }
}

/** The server cannot export its world, for example because a file of its data folder is damaged. */
function cannotSave(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'INTERNAL') throw error
  throw new CliError(
    EXIT.runtime,
    `the current world could not be saved, so nothing was changed: ${error.message} To replace it without saving it, add --no-save.`,
    { cause: error },
  )
}

function commandToRestore(name: string, { target }: Settings): string {
  const isNamed = target.source === 'flag' || target.source === 'environment'
  const words = ['world', 'restore', name, ...(isNamed ? ['--target', target.value] : [])]
  return `${invocation()} ${commandLine(words)}`
}
