import type { CollectionName, Collections } from '../../engine/collections.ts'
import type { Game } from '../../rules/game/game.ts'
import type { User } from '../../rules/players/user.ts'
import type { GameDay } from '../../rules/time/day.ts'
import type { Written } from '../shared/recorded-transaction.ts'
import type { Query, Step } from './connection/open-transaction.ts'

/** A row of `game_players`. */
interface Player {
  readonly userId: string
  readonly day: GameDay
  /** Empty for a player who was active on the day. */
  readonly gameId: string
}

/** The rows that a commit adds and removes. */
export interface ChangedPlayers {
  readonly added: readonly Player[]
  readonly removed: readonly Player[]
}

/** The rows that follow from the players of written games, and from the written players' latest active days. */
export function changedPlayers(written: readonly Written[]): ChangedPlayers {
  const added: Player[] = []
  const removed: Player[] = []
  for (const { collection, before, after } of written) {
    const was = playersIn(collection, before.document)
    const is = playersIn(collection, after)
    for (const [key, player] of is) if (!was.has(key)) added.push(player)
    for (const [key, player] of was) if (!is.has(key)) removed.push(player)
  }
  return { added, removed }
}

function playersIn(
  collection: CollectionName,
  document: Collections[CollectionName] | null | undefined,
): Map<string, Player> {
  const players: Player[] = []
  if (document && collection === 'games') {
    const { id: gameId, day, players: all } = document as Game
    for (const { userId } of all) players.push({ userId, day, gameId })
  }
  if (document && collection === 'users') {
    const { id: userId, activeOn: day } = document as User
    if (day !== undefined) players.push({ userId, day, gameId: '' })
  }
  return new Map(players.map((player) => [`${player.userId} ${player.day}`, player]))
}

/** Maximum players per statement that adds them: an import adds many. */
const PER_STATEMENT = 1000

/**
 * Statements that update `game_players`, and the number of different players of each day. The locks on the players' lists
 * keep other commits from counting them too.
 */
export function changePlayers({ added, removed }: ChangedPlayers): Step[] {
  const steps: Step[] = []
  if (removed.length > 0) {
    steps.push((query) => removePlayers(query, removed))
    steps.push((query) => countOut(query, removed))
  }
  for (let from = 0; from < added.length; from += PER_STATEMENT)
    steps.push((query) => addPlayers(query, added.slice(from, from + PER_STATEMENT)))
  return steps
}

const ROWS = 'unnest($1::text[], $2::date[], $3::text[]) as x (user_id, day, game_id)'

const rowsOf = (players: readonly Player[]): unknown[] => [
  players.map(({ userId }) => userId),
  players.map(({ day }) => day),
  players.map(({ gameId }) => gameId),
]

/**
 * Whether a player `x` of a day is not counted. A statement does not see the rows that it adds itself. Without `offset 0`,
 * PostgreSQL may join them with the whole table, because it does not know how many rows an array has. Programs before
 * this one have the active players in day_players; a row with `is_active` false does not count.
 */
const IS_NEW = `not exists (select from game_players p where p.user_id = x.user_id and p.day = x.day offset 0)
  and not exists (select from day_players d where d.day = x.day and d.user_id = x.user_id and d.is_active offset 0)`

/** Earlier programs divide the count of a day into 16 shards. Their sum is right, whichever row is changed. */
const addToCount = (sign: '' | '-', from: string): string =>
  `insert into day_counts (day, shard, players)
   select day, 0, ${sign}count(distinct user_id) from ${from} x where ${IS_NEW} group by day order by day
   on conflict (day, shard) do update set players = day_counts.players + excluded.players`

const removePlayers = (query: Query, players: readonly Player[]): Promise<unknown> =>
  query(
    `delete from game_players p using ${ROWS}
     where p.user_id = x.user_id and p.day = x.day and p.game_id = x.game_id`,
    rowsOf(players),
  )

/** Removes players from the count who have no row of the day any more. */
const countOut = (query: Query, players: readonly Player[]): Promise<unknown> =>
  query(addToCount('-', `(select * from ${ROWS})`), rowsOf(players))

/**
 * Counts those who had no row of the day. If another transaction has added a row, it has changed the game or player too, so
 * this one fails.
 */
const addPlayers = (query: Query, players: readonly Player[]): Promise<unknown> =>
  query(
    `with added as (
       insert into game_players (user_id, day, game_id) select user_id, day, game_id from ${ROWS}
       on conflict do nothing returning user_id, day)
     ${addToCount('', 'added')}`,
    rowsOf(players),
  )
