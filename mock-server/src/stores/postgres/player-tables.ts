import type { Game } from '../../rules/game/game.ts'
import type { GameDay } from '../../rules/time/day.ts'
import { hasSamePlayers } from '../shared/documents.ts'
import type { Written } from '../shared/seen-documents.ts'
import type { Query, Step } from './connection/open-transaction.ts'

interface PlayerOfGame extends PlayerOfDay {
  readonly gameId: string
}

export interface PlayerOfDay {
  readonly userId: string
  readonly day: GameDay
}

/** Maximum players per statement that adds them: an import adds many. */
const PER_STATEMENT = 1000

/**
 * Statements that update the players of games, the players marked as active, and the number of players of each day: those
 * who are in a game or marked. The locks on the players' lists keep other commits from counting them too.
 */
export function changePlayers(written: readonly Written[], active: readonly PlayerOfDay[]): Step[] {
  const { added, removed } = playersOf(written)
  const steps: Step[] = []
  if (removed.length > 0) {
    steps.push((query) => removePlayers(query, removed))
    steps.push((query) => countOut(query, removed))
  }
  for (let from = 0; from < added.length; from += PER_STATEMENT)
    steps.push((query) => addPlayers(query, added.slice(from, from + PER_STATEMENT)))
  if (active.length > 0) steps.push((query) => markActive(query, active))
  return steps
}

/** The players that the writes add to games and remove from games. */
function playersOf(written: readonly Written[]): { added: PlayerOfGame[]; removed: PlayerOfGame[] } {
  const added: PlayerOfGame[] = []
  const removed: PlayerOfGame[] = []
  for (const { collection, before, after } of written) {
    if (collection !== 'games') continue
    const [old, now] = [before.document as Game | undefined, after as Game | null]
    if (old && now && hasSamePlayers(old, now)) continue
    const was = playersIn(old)
    const is = playersIn(now)
    for (const [key, player] of is) if (!was.has(key)) added.push(player)
    for (const [key, player] of was) if (!is.has(key)) removed.push(player)
  }
  return { added, removed }
}

function playersIn(game: Game | null | undefined): Map<string, PlayerOfGame> {
  if (!game) return new Map()
  const { id: gameId, day } = game
  return new Map(game.players.map(({ userId }) => [`${userId} ${day}`, { userId, day, gameId }]))
}

const GAME_ROWS = 'unnest($1::text[], $2::date[], $3::text[]) as x (user_id, day, game_id)'

const gameRows = (players: readonly PlayerOfGame[]): unknown[] => [
  ...dayRows(players),
  players.map(({ gameId }) => gameId),
]

/** Each player of each day once. */
const DAY_ROWS = '(select distinct user_id, day from unnest($1::text[], $2::date[]) as x (user_id, day)) as x'

const dayRows = (players: readonly PlayerOfDay[]): unknown[] => [
  players.map(({ userId }) => userId),
  players.map(({ day }) => day),
]

/*
 * Conditions for a player and a day `x`. A statement does not see the rows that it adds itself. Without `offset 0`, PostgreSQL
 * may join them with the whole table, because it does not know how many rows an array has.
 */

const HAS_GAME = 'exists (select from game_players p where p.user_id = x.user_id and p.day = x.day offset 0)'

/** Earlier programs also added a row to day_players for each player of a game, with `is_active` false: it does not count. */
const IS_ACTIVE =
  'exists (select from day_players d where d.day = x.day and d.user_id = x.user_id and d.is_active offset 0)'

/** Earlier programs divide the count of a day into 16 shards. Their sum is right, whichever row is changed. */
const addToCount = (sign: '' | '-', from: string): string =>
  `insert into day_counts (day, shard, players)
   select day, 0, ${sign}count(distinct user_id) from ${from} group by day order by day
   on conflict (day, shard) do update set players = day_counts.players + excluded.players`

const removePlayers = (query: Query, players: readonly PlayerOfGame[]): Promise<unknown> =>
  query(
    `delete from game_players p using ${GAME_ROWS}
     where p.user_id = x.user_id and p.day = x.day and p.game_id = x.game_id`,
    gameRows(players),
  )

/** Removes players from the count who are no longer in a game of the day, and are not marked. */
const countOut = (query: Query, players: readonly PlayerOfDay[]): Promise<unknown> =>
  query(addToCount('-', `${DAY_ROWS} where not ${HAS_GAME} and not ${IS_ACTIVE}`), dayRows(players))

/**
 * Counts those who were in no game of the day and are not marked. If another transaction has added a row, it has changed the
 * game too, so this one fails.
 */
const addPlayers = (query: Query, players: readonly PlayerOfGame[]): Promise<unknown> =>
  query(
    `with x as (
       insert into game_players (user_id, day, game_id) select user_id, day, game_id from ${GAME_ROWS}
       on conflict do nothing returning user_id, day)
     ${addToCount('', `x where not ${HAS_GAME} and not ${IS_ACTIVE}`)}`,
    gameRows(players),
  )

/** Counts those who are in no game of the day. */
const markActive = (query: Query, players: readonly PlayerOfDay[]): Promise<unknown> =>
  query(
    `with x as (
       insert into day_players (day, user_id, is_active) select day, user_id, true from ${DAY_ROWS} order by 1, 2
       on conflict (day, user_id) do update set is_active = true where not day_players.is_active
       returning day, user_id)
     ${addToCount('', `x where not ${HAS_GAME}`)}`,
    dayRows(players),
  )

/** Those of the players who are not marked as active: most pings then write nothing. */
export async function unmarked(query: Query, players: readonly PlayerOfDay[]): Promise<PlayerOfDay[]> {
  if (players.length === 0) return []
  const { rows } = await query<{ userId: string; day: GameDay }>(
    `select user_id as "userId", to_char(day, 'YYYY-MM-DD') as day from ${DAY_ROWS} where not ${IS_ACTIVE}`,
    dayRows(players),
  )
  return rows
}
