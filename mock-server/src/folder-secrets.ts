import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { DAY_MS, TOKEN } from './contract/constants.ts'
import { StartupError } from './startup-error.ts'
import { codeOf, reasonOf } from './stores/lowdb/data-folder-error.ts'
import { writeDurably } from './stores/lowdb/durable-json-file.ts'
import { readSealed, sealedJson } from './stores/lowdb/sealed-json.ts'

const secrets = z.object({
  seed: z.string(),
  /** The newest first. */
  tokenSecrets: z.array(z.object({ secret: z.string(), since: z.string() })).check(z.minLength(1)),
})
type StoredSecrets = z.infer<typeof secrets>

export interface FolderSecrets {
  readonly seed: string
  /** The newest signs; the others have signed tokens that still hold. */
  readonly tokenSecrets: readonly string[]
}

/** A secret signs for so long; then, at the next start, a new one does. */
const SIGNS_MS = 7 * DAY_MS

/**
 * The secrets of a data folder, made on its first use and readable by its owner only: the seed of its ids, and what
 * signs its tokens. That is followed by a new one from time to time, and goes when no token of it can hold any more.
 * @param options.isInUse whether the folder has players: then there were secrets, and a missing file was lost.
 * @param options.today as a clock on the wall has it, whatever time it is in the game.
 * @throws {StartupError} when the file is damaged or lost, or `seed` is not the one that the folder was made with.
 */
export async function readFolderSecrets(
  folder: string,
  seed?: string,
  { isInUse = false, today = new Date() }: { isInUse?: boolean; today?: Date } = {},
): Promise<FolderSecrets> {
  const path = join(folder, 'secrets.json')
  const read = await readSecrets(path, folder, seed)
  if (read === null && isInUse) throw damagedSecrets(path, 'is missing')
  const stored = read ?? { seed: seed ?? randomBytes(16).toString('hex'), tokenSecrets: [] }
  const tokenSecrets = rotated(stored.tokenSecrets, today)
  if (tokenSecrets !== stored.tokenSecrets) {
    await writeDurably(path, sealedJson({ ...stored, tokenSecrets }))
  }
  return { seed: stored.seed, tokenSecrets: tokenSecrets.map(({ secret }) => secret) }
}

/** The same list when nothing is due. */
function rotated(known: StoredSecrets['tokenSecrets'], today: Date): StoredSecrets['tokenSecrets'] {
  const [newest] = known
  if (newest && today.getTime() - Date.parse(newest.since) < SIGNS_MS) return known
  const fresh = { secret: randomBytes(32).toString('hex'), since: today.toISOString() }
  // A secret has signed until the one before it in the list came.
  const needed = known.filter((_, at) => {
    const until = known[at - 1]?.since ?? fresh.since
    return today.getTime() - Date.parse(until) < TOKEN.lifeDays * DAY_MS
  })
  return [fresh, ...needed]
}

async function readSecrets(path: string, folder: string, seed?: string): Promise<StoredSecrets | null> {
  const bytes = await readFile(path).catch((error) => {
    if (codeOf(error) === 'ENOENT') return null
    throw new StartupError(`${path} cannot be read: ${reasonOf(error)}. Fix its permissions.`)
  })
  if (bytes === null) return null
  const known = parse(bytes)
  if (!known) {
    throw damagedSecrets(path, 'does not hold what was written')
  }
  if (seed !== undefined && seed !== known.seed) {
    throw new StartupError(
      `${folder} was made with another seed. Leave --seed out, or choose an empty folder with --data.`,
    )
  }
  return known
}

const damagedSecrets = (path: string, why: string): StartupError =>
  new StartupError(
    `${path} is damaged: it ${why}. Put back a copy from a backup; without it ids and tokens are not valid.`,
  )

function parse(bytes: Buffer): StoredSecrets | null {
  try {
    const result = secrets.safeParse(readSealed(bytes))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
