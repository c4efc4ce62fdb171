import { accessSync, constants } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { replaceFile } from '@inkling/mock-server/machine'
import { controls } from '../../calls/connect.ts'
import { CliError, EXIT, fileProblem, reasonOf } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { changeTargetKey } from './targets.ts'

export interface RotatedKey {
  readonly rotated: true
  /** Where the new key is; never the key. */
  readonly keyIn: string
}

/**
 * Replaces the admin key of a server, and stores the new one where the old one was found, or in a file.
 * @throws {CliError} if there is no such place, because the new key would be lost.
 */
export async function rotateAdminKey(settings: Settings, file: string | undefined): Promise<RotatedKey> {
  const { source } = settings.adminKey
  const isStored = source === 'this machine' || source === 'profile'
  if (file === undefined && !isStored && !settings.dryRun) {
    throw new CliError(
      EXIT.usage,
      'nothing would store the new key, and it is never printed: name a file for it with --to FILE, or give the old one with --admin-key-file.',
    )
  }
  if (file !== undefined) checkFolder(file)
  const { adminKey } = await (await controls(settings)).rotateAdminKey()
  const places: string[] = []
  if (file !== undefined) {
    await replaceFile(file, `${adminKey}\n`).catch((error) => {
      throw new CliError(
        EXIT.runtime,
        `the server has a new key, but it could not be written to ${file} (${reasonOf(error)}): the server's data folder has it in the file admin-key, or its database in the table secrets.`,
        { cause: error },
      )
    })
    places.push(file)
  }
  if (source === 'profile') places.push(await changeTargetKey(settings.target.value, adminKey))
  return { rotated: true, keyIn: places.join(', ') || 'this machine' }
}

function checkFolder(file: string): void {
  try {
    accessSync(dirname(resolve(file)), constants.W_OK)
  } catch (error) {
    throw fileProblem(`${file} cannot be written`, error, 'name another file with --to')
  }
}
