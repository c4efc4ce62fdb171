import { PUBLIC_GAME } from '../../../core/contract/constants.ts'
import type { QueueQuery, ReportedThing } from '../../../core/rules/players/safety.ts'
import type { Searches, SearchName } from '../../../engine/transaction.ts'
import { bounded, columns, type Selection } from './selections.ts'
import { tables } from './tables.ts'

/** Reads the documents in the order of ids until the page is full: at most 10,000 users or groups at capacity. */
const matching = (
  collection: 'users' | 'groups',
  text: string,
  afterId: string,
  limit: number,
): Selection => ({
  text: `select ${columns} from ${tables[collection].name} t where t.id > $1 and ($2 = ''
      or starts_with(lower(t.id), lower($2))
      or strpos(lower(t.doc ->> '${collection === 'users' ? 'username' : 'name'}'), lower($2)) > 0)
    order by t.id limit $3`,
  values: [afterId, text, bounded(limit)],
})

const userIdsIn = (list: 'players' | 'entries', condition = ''): string =>
  `(select coalesce(json_agg(e -> 'userId'), '[]') from json_array_elements(t.doc -> '${list}') e ${condition})`

interface Order {
  readonly column: string
  readonly type: string
  readonly isAscending?: true
  readonly of: (thing: ReportedThing) => string
}

const ORDERS: Readonly<Record<QueueQuery['order'], Order>> = {
  newest: { column: 'last_at', type: 'timestamptz', of: ({ lastAt }) => lastAt },
  oldest: { column: 'first_at', type: 'timestamptz', isAscending: true, of: ({ firstAt }) => firstAt },
  'most-reported': { column: 'reporters', type: 'int', of: ({ count }) => String(count) },
}

function reportQueue(query: QueueQuery): Selection {
  const { column, type, isAscending, of } = ORDERS[query.order]
  const values: unknown[] = []
  const conditions: string[] = []
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  // Not a parameter, so that the indexes of open things are used.
  if (query.state !== undefined) conditions.push(`t.state = '${query.state}'`)
  add(query.authorId, (value) => `t.author = ${value}`)
  add(query.groupId, (value) => `t.group_id = ${value}`)
  add(query.reason, (value) => `(t.doc -> 'reasons')::jsonb ? ${value}`)
  if (query.after) {
    values.push(of(query.after), query.after.id)
    const [at, id] = [`$${values.length - 1}::text::${type}`, `$${values.length}`]
    conditions.push(`(t.${column}, t.id) ${isAscending ? '>' : '<'} (${at}, ${id})`)
  }
  values.push(query.limit)
  const direction = isAscending ? '' : ' desc'
  return {
    text: `select ${columns} from reported_things t
      ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
      order by t.${column}${direction}, t.id${direction} limit $${values.length}`,
    values,
  }
}

/** The statement of each search. Their rows have id, version and document. */
export const searches: {
  readonly [S in SearchName]: (...parameters: Parameters<Searches[S]>) => Selection
} = {
  users: (text, afterId, limit) => matching('users', text, afterId, limit),
  groups: (text, afterId, limit) => matching('groups', text, afterId, limit),

  usersLike: (text, limit) => ({
    text: `select ${columns} from users t, lower(t.doc ->> 'username') as name
      where starts_with(lower(t.id), lower($1)) or strpos(name, lower($1)) > 0
      order by t.id <> $1 and name <> lower($1), name collate "C", t.id limit $2`,
    values: [text, limit],
  }),

  gamesOfDay: (day) => ({
    text: `select ${columns} from games t where t.day = $1::text::date order by t.id`,
    values: [day],
  }),

  // Each row has a summary as its document.
  gamesOfPlayer: (userId) => ({
    text: `select t.id, t.version, json_build_object('id', t.id, 'day', t.day, 'createdAt', t.doc -> 'createdAt',
        'userIds', ${userIdsIn('players')}, 'playedBy', ${userIdsIn('entries')},
        'excused', ${userIdsIn('players', "where e ->> 'excused' = 'true'")}) as doc
      from game_players p join games t on t.id = p.game_id where p.user_id = $1 order by t.id`,
    values: [userId],
  }),

  // The first games without a turn, with an expired turn, and with a short queue: these are the first of `gamesToJoin`.
  openPublicGames: (day, now) => ({
    text: [
      ['t.turn_deadline is null', 't.created_at'],
      ['t.turn_deadline <= $2::text::timestamptz', 't.turn_deadline'],
      ['t.pending < $3', 't.pending, t.created_at'],
    ]
      .map(
        ([condition, order]) => `(select ${columns} from games t where t.takes_players and ${condition}
        and t.day = $1::text::date order by t.day, ${order}, t.id limit 16)`,
      )
      .join(' union all '),
    values: [day, now, PUBLIC_GAME.shortQueue],
  }),

  gamesToClose: (day, now, limit) => ({
    text: `select ${columns} from games t where t.is_open and t.day < $1::text::date
      and (t.running_until is null or t.running_until <= $2::text::timestamptz)
      order by t.day, t.turn_deadline nulls first, t.id limit $3`,
    values: [day, now, bounded(limit)],
  }),

  loneGames: (day, kind, { from, now }, limit) => ({
    text: `select ${columns} from games t where t.is_open and t.day = $1::text::date and t.doc ->> 'kind' = $2
      and (t.running_until is null or t.running_until <= $4::text::timestamptz)
      and json_array_length(t.doc -> 'entries') = 1
      and t.doc -> 'entries' -> 0 ->> 'at' collate "C" <= $3
      order by t.id limit $5`,
    values: [day, kind, from, now, bounded(limit)],
  }),

  unannouncedGames: (now, limit) => ({
    text: `select ${columns} from outbox t where t.due_at <= $1::text::timestamptz order by t.due_at, t.id limit $2`,
    values: [now, bounded(limit)],
  }),

  dueMessages: (now, limit) => ({
    text: `select ${columns} from messages t where t.due_at <= $1::text::timestamptz order by t.due_at, t.id limit $2`,
    values: [now, limit],
  }),

  // Once a day, all users are read: `isForCleanUp`.
  usersToCleanUp: (before, afterId, limit) => ({
    text: `select ${columns} from users t where t.id > $1 and (
        t.doc ->> 'deletedAt' is not null
        or t.doc -> 'signedOut' -> 0 ->> 'at' collate "C" <= $2
        or (t.doc ->> 'groupId' is null and t.doc ->> 'hasPlayed' is null
          and t.doc ->> 'createdAt' collate "C" <= $2
          and coalesce(t.doc ->> 'seenAt', '') collate "C" <= $2
          and coalesce(t.doc ->> 'activeOn', '') collate "C" <= left($2, 10)))
      order by t.id limit $3`,
    values: [afterId, before, limit],
  }),

  expiredMoveCodes: (now, limit) => ({
    text: `select ${columns} from move_codes t where t.doc ->> 'expiresAt' collate "C" <= $1 limit $2`,
    values: [now, limit],
  }),

  reportQueue,

  latestDecisions: (before, limit) => ({
    text: `select ${columns} from decisions t where $1::text is null or t.id < $1 order by t.id desc limit $2`,
    values: [before ?? null, limit],
  }),
}
