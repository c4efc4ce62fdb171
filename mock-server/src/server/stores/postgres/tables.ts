import { type Game, turnDeadline } from '../../../core/rules/game/game.ts'
import { pendingPlayers, takesPlayers } from '../../../core/rules/game/matchmaking.ts'
import type { CollectionName, Collections } from '../../../engine/collections.ts'

interface Column<D> {
  readonly name: string
  readonly type: 'text' | 'date' | 'timestamptz' | 'boolean' | 'smallint' | 'int'
  /** The value as text. */
  readonly of: (document: D) => string | null
}

interface Table<D> {
  readonly name: string
  /** Besides `id`, `version` and `doc`. */
  readonly columns: readonly Column<D>[]
}

const isPublic = ({ kind }: Game): boolean => kind === 'public'
/** When the running turn can no longer be submitted; null if nobody is playing. */
const runningUntil = ({ turn }: Game): string | null => turn && turnDeadline(turn)

/** The table of each collection, in the order in which a commit locks rows. */
export const tables: { readonly [C in CollectionName]: Table<Collections[C]> } = {
  users: { name: 'users', columns: [{ name: 'device_hash', type: 'text', of: (user) => user.deviceHash }] },
  groups: { name: 'groups', columns: [{ name: 'code', type: 'text', of: (group) => group.code }] },
  games: {
    name: 'games',
    columns: [
      { name: 'day', type: 'date', of: (game) => game.day },
      { name: 'group_id', type: 'text', of: (game) => game.groupId },
      { name: 'created_at', type: 'timestamptz', of: (game) => game.createdAt },
      { name: 'is_open', type: 'boolean', of: (game) => String(game.completedAt === null) },
      { name: 'takes_players', type: 'boolean', of: (game) => String(takesPlayers(game)) },
      { name: 'running_until', type: 'timestamptz', of: runningUntil },
      // Matchmaking searches these. In group games they are constant, because a change of an indexed column makes
      // PostgreSQL add an entry to every index.
      {
        name: 'pending',
        type: 'smallint',
        of: (game) => (isPublic(game) ? String(pendingPlayers(game)) : '0'),
      },
      {
        name: 'turn_deadline',
        type: 'timestamptz',
        of: (game) => (isPublic(game) ? runningUntil(game) : null),
      },
    ],
  },
  reactions: { name: 'reactions', columns: [] },
  pushTokens: {
    name: 'push_tokens',
    columns: [{ name: 'user_id', type: 'text', of: (token) => token.userId }],
  },
  outbox: { name: 'outbox', columns: [{ name: 'due_at', type: 'timestamptz', of: (entry) => entry.dueAt }] },
  messages: {
    name: 'messages',
    columns: [
      { name: 'user_id', type: 'text', of: (message) => message.userId },
      { name: 'due_at', type: 'timestamptz', of: (message) => message.dueAt },
    ],
  },
  reports: {
    name: 'reports',
    columns: [
      { name: 'reporter', type: 'text', of: (report) => report.by },
      { name: 'author', type: 'text', of: (report) => report.authorId },
    ],
  },
  reportedThings: {
    name: 'reported_things',
    columns: [
      { name: 'state', type: 'text', of: (thing) => thing.state },
      { name: 'author', type: 'text', of: (thing) => thing.authorId },
      { name: 'group_id', type: 'text', of: (thing) => thing.groupId },
      { name: 'reporters', type: 'int', of: (thing) => String(thing.count) },
      { name: 'first_at', type: 'timestamptz', of: (thing) => thing.firstAt },
      { name: 'last_at', type: 'timestamptz', of: (thing) => thing.lastAt },
    ],
  },
  blocks: {
    name: 'blocks',
    columns: [
      { name: 'blocker', type: 'text', of: (block) => block.by },
      { name: 'blocked', type: 'text', of: (block) => block.userId },
    ],
  },
  devices: {
    name: 'devices',
    columns: [{ name: 'user_id', type: 'text', of: (device) => device.userId }],
  },
  moveCodes: { name: 'move_codes', columns: [{ name: 'code', type: 'text', of: ({ code }) => code }] },
  decisions: {
    name: 'decisions',
    columns: [{ name: 'author', type: 'text', of: (decision) => decision.userId }],
  },
  deletedAccounts: { name: 'deleted_accounts', columns: [] },
  rollover: { name: 'rollover', columns: [] },
}

export const collectionNames = Object.keys(tables) as CollectionName[]

/** The columns of a collection, in the order of statement parameters. */
export const columnsOf = <C extends CollectionName>(collection: C): Table<Collections[C]>['columns'] =>
  tables[collection].columns as Table<Collections[C]>['columns']
