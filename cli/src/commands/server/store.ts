import {
  type CopyOptions,
  copyStore,
  migrateStore,
  type StoreCopied,
  storeStatus,
} from '@inkling/mock-server/store-operations'
import { CliError, EXIT } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'

/** The database of a command: `--store`, otherwise `DATABASE_URL`. `place` is the one that gave the URL. */
export function databaseOf(
  store: string | undefined,
  env = process.env,
): readonly [url: string, place: string] {
  const [url, place] = store === undefined ? [env.DATABASE_URL, 'DATABASE_URL'] : [store, '--store']
  if (url) return [url, place]
  throw new CliError(
    EXIT.usage,
    'no database is given. Name it with --store postgres://user@host/database, or set DATABASE_URL.',
  )
}

/** Migrates a database. With `--dry-run`, only returns the versions. */
export async function migrate(
  settings: Settings,
  database: readonly [url: string, place: string],
): Promise<{ database: string; from: number; to: number; isDone: boolean }> {
  refuseIfReadOnly(settings, 'migrate')
  if (!settings.dryRun) return { ...(await migrateStore(...database)), isDone: true }
  const { schema, knownSchema, ...status } = await storeStatus(...database)
  // Changes nothing, and refuses a database that needs a newer program.
  if (schema >= knownSchema) return { ...(await migrateStore(...database)), isDone: false }
  return { database: status.database, from: schema, to: knownSchema, isDone: false }
}

export interface CopyRequest {
  readonly from: string
  readonly to: string
}

export async function copy(
  settings: Settings,
  request: CopyRequest,
  say: (text: string) => void,
): Promise<StoreCopied> {
  refuseIfReadOnly(settings, 'copy')
  if (settings.dryRun) {
    throw new CliError(
      EXIT.usage,
      '`store copy` has no dry run: it only adds to an empty target. Leave --dry-run out.',
    )
  }
  return copyStore({ ...request, onProgress: progressTo(say) })
}

function refuseIfReadOnly({ readOnly }: Settings, what: string): void {
  if (readOnly) throw new CliError(EXIT.refused, `--read-only refuses \`store ${what}\`: nothing was done.`)
}

/** Documents of a collection per progress message of a copy. */
const PROGRESS_STEP = 10_000

/** Says how much of a collection is copied, whenever another step is complete. Pages have any size. */
export function progressTo(say: (text: string) => void): NonNullable<CopyOptions['onProgress']> {
  let steps = 0
  return ({ collection, documents }) => {
    const before = steps
    steps = Math.floor(documents / PROGRESS_STEP)
    if (steps <= before) return
    say(`${collection}: ${documents}`)
  }
}
