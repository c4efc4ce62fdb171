import type { QueueQuery, ReportedThing } from '../../rules/safety.ts'
import type { Selection } from './selections.ts'

/* Statements that read for moderators. Their rows have id, version and document. */

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

export function reportQueue(query: QueueQuery): Selection {
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
    text: `select t.id, t.version, t.doc from reported_things t
      ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
      order by t.${column}${direction}, t.id${direction} limit $${values.length}`,
    values,
  }
}

export const openReports =
  "select count(*)::int as count, min(first_at) as oldest from reported_things where state = 'open'"

export const latestDecisions = (before: string | undefined, limit: number): Selection => ({
  text: `select t.id, t.version, t.doc from decisions t where $1::text is null or t.id < $1
    order by t.id desc limit $2`,
  values: [before ?? null, limit],
})

export const usersLike = (text: string, limit: number): Selection => ({
  text: `select t.id, t.version, t.doc from users t, lower(t.doc ->> 'username') as name
    where strpos(lower(t.id), lower($1)) > 0 or strpos(name, lower($1)) > 0
    order by t.id <> $1 and name <> lower($1), name collate "C", t.id limit $2`,
  values: [text, limit],
})
