import { type CollectionName, dayIn, type IndexOf, ownerIn } from '../../../engine/collections.ts'
import { tables } from './tables.ts'

/* Statements that read. Unless they say otherwise, their rows have id, version and document. */

export interface Selection {
  readonly text: string
  readonly values: readonly unknown[]
}

export const columns = 't.id, t.version, t.doc'

/** The rows have sha256 and bytes. */
export const blobs = (sha256s: readonly string[]): Selection =>
  where('select sha256, bytes from blobs', 'sha256', sha256s)

/** PostgreSQL reuses the plan for a single value, but plans a list again at every call. */
const where = (from: string, column: string, values: readonly string[]): Selection =>
  values.length === 1
    ? { text: `${from} where ${column} = $1`, values }
    : { text: `${from} where ${column} = any($1::text[])`, values: [values] }

export const everything = (collection: CollectionName): Selection => ({
  text: `select ${columns} from ${tables[collection].name} t order by t.id`,
  values: [],
})

/** The documents with any of the ids or keys, possibly repeated; those of one key in the order of ids. */
export function withKeys<C extends CollectionName>(
  collection: C,
  index: 'id' | IndexOf<C>,
  keys: readonly string[],
): Selection {
  if (index === 'id') return where(`select ${columns} from ${tables[collection].name} t`, 't.id', keys)
  const { from, split } = INDEXES[`${collection} ${index}`] ?? fail(`${collection} have no index ${index}`)
  return {
    text: `select ${columns} from ${from} order by t.id`,
    values: split ? [keys.map(ownerIn), keys.map(dayIn)] : [keys],
  }
}

const days = 'unnest($1::text[], $2::text[]) as k (owner, day)'

/** The tables that an index searches. Keys of `split` indexes consist of an owner and a day. */
const INDEXES: Readonly<Record<string, { readonly from: string; readonly split?: true }>> = {
  'users device': { from: 'users t where t.device_hash = any($1::text[])' },
  'groups code': { from: 'groups t where t.code = any($1::text[])' },
  'games groupDay': {
    from: `${days} join games t on t.group_id = k.owner and t.day = k.day::date`,
    split: true,
  },
  'games playerDay': {
    from: `${days} join game_players p on p.user_id = k.owner and p.day = k.day::date join games t on t.id = p.game_id`,
    split: true,
  },
  'messages user': { from: 'messages t where t.user_id = any($1::text[])' },
  'reports reporter': { from: 'reports t where t.reporter = any($1::text[])' },
  'reports author': { from: 'reports t where t.author = any($1::text[])' },
  'reportedThings author': { from: 'reported_things t where t.author = any($1::text[])' },
  'blocks by': { from: 'blocks t where t.blocker = any($1::text[])' },
  'blocks of': { from: 'blocks t where t.blocked = any($1::text[])' },
  'devices user': { from: 'devices t where t.user_id = any($1::text[])' },
  'moveCodes code': { from: 'move_codes t where t.code = any($1::text[])' },
  'decisions author': { from: 'decisions t where t.author = any($1::text[])' },
  'pushTokens user': { from: 'push_tokens t where t.user_id = any($1::text[])' },
}

/** Locks the first of these games that takes players and that no other transaction has locked. */
export const lockFirst = (ids: readonly string[]): Selection => ({
  text: `select ${columns} from unnest($1::text[]) with ordinality as k (id, place) join games t on t.id = k.id
    where t.takes_players order by k.place limit 1 for update of t skip locked`,
  values: [ids],
})

/** The number of players of a day. The row has one column. */
export const playersOf = (day: string): Selection => ({
  text: 'select players from day_counts where day = $1::text::date',
  values: [day],
})

/** In SQL, a limit of null means no limit. */
export const bounded = (limit: number): number | null => (Number.isFinite(limit) ? limit : null)

function fail(message: string): never {
  throw new Error(message)
}
