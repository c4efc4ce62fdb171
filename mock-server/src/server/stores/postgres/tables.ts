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

const columnOf =
  (type: Column<never>['type']) =>
  <D>(name: string, of: Column<D>['of']): Column<D> => ({ name, type, of })
const text = columnOf('text')
const time = columnOf('timestamptz')
const flag = columnOf('boolean')

const isPublic = ({ kind }: Game): boolean => kind === 'public'
/** When the running turn can no longer be submitted; null if nobody is playing. */
const runningUntil = ({ turn }: Game): string | null => turn && turnDeadline(turn)

/** The table of each collection, in the order in which a commit locks rows. */
export const tables: { readonly [C in CollectionName]: Table<Collections[C]> } = {
  users: { name: 'users', columns: [text('device_hash', (user) => user.deviceHash)] },
  groups: { name: 'groups', columns: [text('code', (group) => group.code)] },
  games: {
    name: 'games',
    columns: [
      columnOf('date')('day', (game) => game.day),
      text('group_id', (game) => game.groupId),
      time('created_at', (game) => game.createdAt),
      flag('is_open', (game) => String(game.completedAt === null)),
      flag('takes_players', (game) => String(takesPlayers(game))),
      time('running_until', runningUntil),
      // Matchmaking searches these. In group games they are constant, because a change of an indexed column makes
      // PostgreSQL add an entry to every index.
      columnOf('smallint')('pending', (game) => (isPublic(game) ? String(pendingPlayers(game)) : '0')),
      time('turn_deadline', (game) => (isPublic(game) ? runningUntil(game) : null)),
    ],
  },
  reactions: { name: 'reactions', columns: [] },
  pushTokens: { name: 'push_tokens', columns: [text('user_id', (token) => token.userId)] },
  outbox: { name: 'outbox', columns: [time('due_at', (entry) => entry.dueAt)] },
  messages: {
    name: 'messages',
    columns: [text('user_id', (message) => message.userId), time('due_at', (message) => message.dueAt)],
  },
  reports: {
    name: 'reports',
    columns: [text('reporter', (report) => report.by), text('author', (report) => report.authorId)],
  },
  reportedThings: {
    name: 'reported_things',
    columns: [
      text('state', (thing) => thing.state),
      text('author', (thing) => thing.authorId),
      text('group_id', (thing) => thing.groupId),
      columnOf('int')('reporters', (thing) => String(thing.count)),
      time('first_at', (thing) => thing.firstAt),
      time('last_at', (thing) => thing.lastAt),
    ],
  },
  blocks: {
    name: 'blocks',
    columns: [text('blocker', (block) => block.by), text('blocked', (block) => block.userId)],
  },
  devices: { name: 'devices', columns: [text('user_id', (device) => device.userId)] },
  moveCodes: { name: 'move_codes', columns: [text('code', ({ code }) => code)] },
  decisions: { name: 'decisions', columns: [text('author', (decision) => decision.userId)] },
  deletedAccounts: { name: 'deleted_accounts', columns: [] },
  rollover: { name: 'rollover', columns: [] },
}

export const collectionNames = Object.keys(tables) as CollectionName[]

/** The columns of a collection, in the order of statement parameters. */
export const columnsOf = <C extends CollectionName>(collection: C): Table<Collections[C]>['columns'] =>
  tables[collection].columns as Table<Collections[C]>['columns']
