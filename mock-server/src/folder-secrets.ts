import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StartupError } from './startup-error.ts'
import { codeOf, reasonOf } from './stores/lowdb/data-folder-error.ts'

const secrets = z.object({ seed: z.string(), tokenSecret: z.string() })
export type FolderSecrets = z.infer<typeof secrets>

/**
 * The secrets of a data folder, made on its first use and readable by its owner only: the seed of its ids, and what
 * signs its tokens.
 * @throws {StartupError} when the file is damaged, or `seed` is not the one that the folder was made with.
 */
export async function readFolderSecrets(folder: string, seed?: string): Promise<FolderSecrets> {
  const path = join(folder, 'secrets.json')
  const text = await readFile(path, 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return null
    throw new StartupError(`${path} cannot be read: ${reasonOf(error)}. Mend its rights.`)
  })
  if (text === null) {
    const made = {
      seed: seed ?? randomBytes(16).toString('hex'),
      tokenSecret: randomBytes(32).toString('hex'),
    }
    await writeFile(path, JSON.stringify(made), { mode: 0o600 })
    return made
  }
  const known = parse(text)
  if (!known) {
    throw new StartupError(
      `${path} is damaged. Put back a copy from a backup; without it ids and tokens do not hold.`,
    )
  }
  if (seed !== undefined && seed !== known.seed) {
    throw new StartupError(
      `${folder} was made with another seed. Leave --seed out, or choose an empty folder with --data.`,
    )
  }
  return known
}

function parse(text: string): FolderSecrets | null {
  try {
    const result = secrets.safeParse(JSON.parse(text))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
