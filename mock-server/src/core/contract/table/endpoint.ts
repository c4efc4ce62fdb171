import type * as z from 'zod/mini'
import { BODY } from '../constants.ts'
import { type calls, methodAndPath } from './calls.ts'
import type { ErrorCode } from './error-codes.ts'
import type { Extension } from './extensions.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: anyone, anyone with more for a signed-in player ('optional'), a signed-in player, a moderator or an admin (by the key in `X-Admin-Key`), an admin only, or an
 * admin with a player's token. 'query-token' is a player whose token is a query parameter, because browsers cannot send headers with sockets.
 */
export type Auth = 'none' | 'optional' | 'player' | 'moderator' | 'admin' | 'admin-and-player' | 'query-token'

/** Whether a call is made as a player, for whom a token is required. */
export const isOfPlayer = (auth: Auth): boolean =>
  auth === 'player' || auth === 'admin-and-player' || auth === 'query-token'

/** The keys of operators. Calls that need the moderator key accept the admin key too. */
export type KeyName = 'admin' | 'moderator'

/** The key that a row needs; null for none. */
export function neededKey(auth: Auth): KeyName | null {
  if (auth === 'moderator') return 'moderator'
  return auth === 'admin' || auth === 'admin-and-player' ? 'admin' : null
}

/**
 * `socket` is a WebSocket whose messages match `reply`; `events` is a stream of server-sent events that match it. The body
 * and the reply of `lines` have any length: a world in lines (world-lines.ts), whose document matches the schema.
 */
type Kind = 'call' | 'socket' | 'events' | 'lines'

/**
 * How much of the daily work that is due is done before the call: its first batch, which suffices for a player, all of it
 * for calls that show the whole world, or none because the call does it itself.
 */
type DueWork = 'first-batch' | 'all' | 'none'

/**
 * When the list of admin calls has a call with a key: always, or once in an hour for each path, key and address, for reads
 * that tools repeat.
 */
type Listed = 'always' | 'hourly'

type Schema = z.ZodMiniType
/** The schema of a part that an endpoint does not have. */
type None = undefined

/** One row of the table: the description of a call for servers, clients and the OpenAPI document. */
export interface Endpoint<
  Params extends Schema | None = Schema | None,
  Query extends Schema | None = Schema | None,
  Body extends Schema | None = Schema | None,
  Reply extends Schema = Schema,
> {
  readonly method: Method
  /** With `{name}` for each path parameter. */
  readonly path: string
  readonly auth: Auth
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  /** Errors that the access and the schemas do not imply. */
  readonly errors: readonly ErrorCode[]
  readonly kind: Kind
  /** The maximum body size in bytes. */
  readonly maxBodyBytes: number
  readonly dueWork: DueWork
  /** Whether it refuses suspended players: every change that others see, and that is not their right. */
  readonly refusesSuspended: boolean
  readonly listed: Listed
  /** Whether it is part of the API, which extensions are too. Controls of the reference server are not. */
  readonly documented: boolean
  /** The extension that the row belongs to; null if every server has it. */
  readonly extension: Extension | null
}

/** What most rows have in common. */
type Rest = Pick<
  Endpoint,
  'errors' | 'kind' | 'maxBodyBytes' | 'dueWork' | 'refusesSuspended' | 'listed' | 'extension'
>

/** One row of the table, whose method and path are in calls.ts. */
export const row = <
  R extends Schema,
  P extends Schema | None = undefined,
  Q extends Schema | None = undefined,
  B extends Schema | None = undefined,
>(
  auth: Auth,
  summary: string,
  { params, query, body, reply, ...rest }: { params?: P; query?: Q; body?: B; reply: R } & Partial<Rest>,
) => ({ auth, summary, params: params as P, query: query as Q, body: body as B, reply, rest })

type Row = Pick<Endpoint, 'auth' | 'summary' | 'params' | 'query' | 'body' | 'reply'> & {
  readonly rest: Partial<Rest>
}

/** The table of all calls. */
export const tableOf = <T extends Readonly<Record<keyof typeof calls, Row>>>(rows: T) =>
  Object.fromEntries(
    (Object.keys(rows) as (keyof typeof calls)[]).map((name) => [name, endpoint(name, rows[name])]),
  ) as {
    readonly [N in keyof T & keyof typeof calls]: Endpoint<
      T[N]['params'],
      T[N]['query'],
      T[N]['body'],
      T[N]['reply']
    >
  }

function endpoint(name: keyof typeof calls, { rest, ...row }: Row): Endpoint {
  const [method, path] = methodAndPath(name)
  return {
    ...row,
    method: method as Method,
    path,
    errors: [],
    kind: 'call',
    maxBodyBytes: BODY.maxBytes,
    dueWork: 'first-batch',
    refusesSuspended: isOfPlayer(row.auth) && method !== 'GET',
    listed: method === 'GET' ? 'hourly' : 'always',
    documented: path.startsWith('/api/'),
    extension: null,
    ...rest,
  }
}

type Sent<S> = S extends Schema ? z.input<S> : undefined
type Parsed<S> = S extends Schema ? z.output<S> : undefined

/** The parts of a request as the caller passes them. */
export type SentBody<E extends Endpoint> = Sent<E['body']>
export type SentQuery<E extends Endpoint> = Sent<E['query']>
export type SentParams<E extends Endpoint> = Sent<E['params']>

/** The parts of a request as an operation receives them. */
export interface ParsedInput<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
