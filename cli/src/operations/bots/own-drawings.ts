import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from '@inkling/mock-server/machine'
import type { SketchFile } from '@inkling/scenarios/bots/quickdraw-import'
import { CliError, EXIT } from '../../cli-error.ts'
import { userConfigPath } from '../../settings/config-file.ts'

/** The file of the imported drawings, next to the user's configuration. */
export const ownDrawingsPath = (): string => join(dirname(userConfigPath(process.env)), 'drawings.json')

/**
 * Reads the drawings imported for bots.
 * @throws {CliError} if the file is damaged.
 */
export function ownDrawings(): SketchFile[] {
  const path = ownDrawingsPath()
  if (!existsSync(path)) return []
  try {
    return [JSON.parse(readFileSync(path, 'utf8')) as SketchFile]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CliError(EXIT.unreadable, `${path}: ${reason}. Import the drawings again, or remove the file.`)
  }
}

export async function saveOwnDrawings(sketches: SketchFile): Promise<void> {
  const path = ownDrawingsPath()
  mkdirSync(dirname(path), { recursive: true })
  await replaceFile(path, JSON.stringify(sketches), 0o644)
}

/** Deletes the imported drawings. @returns whether there were any. */
export function forgetOwnDrawings(): { forgotten: boolean } {
  const path = ownDrawingsPath()
  const forgotten = existsSync(path)
  rmSync(path, { force: true })
  return { forgotten }
}
