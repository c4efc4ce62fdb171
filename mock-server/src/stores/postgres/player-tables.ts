import type { GameDay } from '../../rules/day.ts'
import type { Query } from './query.ts'
import type { Step } from './statements.ts'

export interface PlayerOfGame {
  readonly userId: string
  readonly day: GameDay
  readonly gameId: string
}

interface PlayerOfDay {
  readonly userId: string
  readonly day: GameDay
}

interface Players {
  readonly added: readonly PlayerOfGame[]
  readonly removed: readonly PlayerOfGame[]
  readonly active: readonly PlayerOfDay[]
}

/** Statements that update the players of games, the players of days, and their numbers. */
export function changePlayers({ added, removed, active }: Players): Step[] {
  const steps: Step[] = []
  if (removed.length > 0) {
    steps.push((query) =>
      query(
        `delete from game_players p using unnest($1::text[], $2::text[], $3::text[]) as x (user_id, day, game_id)
         where p.user_id = x.user_id and p.day = x.day::date and p.game_id = x.game_id`,
        [...userDays(removed), removed.map(({ gameId }) => gameId)],
      ),
    )
  }
  if (added.length > 0) {
    steps.push((query) =>
      query(
        `insert into game_players (user_id, day, game_id)
         select user_id, day::date, game_id from unnest($1::text[], $2::text[], $3::text[]) as x (user_id, day, game_id)`,
        [...userDays(added), added.map(({ gameId }) => gameId)],
      ),
    )
  }
  const present = [...added, ...active]
  if (present.length > 0) steps.push((query) => countIn(query, present))
  if (active.length > 0) {
    steps.push((query) => markActive(query, active))
  }
  if (removed.length > 0) steps.push((query) => countOut(query, ...userDays(removed)))
  return steps
}

const userDays = (players: readonly PlayerOfDay[]): [userIds: string[], days: string[]] => [
  players.map(({ userId }) => userId),
  players.map(({ day }) => day),
]

/** Each connection uses one shard of the count, so that commits of different connections seldom block each other. */
const SHARD = 'pg_backend_pid() % 16'

const ADD_TO_COUNT = 'on conflict (day, shard) do update set players = day_counts.players + excluded.players'

const countIn = (query: Query, players: readonly PlayerOfDay[]): Promise<unknown> =>
  query(
    `with fresh as (
       insert into day_players (day, user_id)
       select distinct x.day::date, x.user_id from unnest($1::text[], $2::text[]) as x (user_id, day) order by 1, 2
       on conflict do nothing returning day)
     insert into day_counts (day, shard, players)
     select day, ${SHARD}, count(*) from fresh group by day order by day ${ADD_TO_COUNT}`,
    userDays(players),
  )

/** Removes players from the count who are no longer in a game of the day, and were not active. */
const countOut = (query: Query, userIds: readonly string[], days: readonly string[]): Promise<unknown> =>
  query(
    `with gone as (
       delete from day_players d using unnest($1::text[], $2::text[]) as x (user_id, day)
       where d.day = x.day::date and d.user_id = x.user_id and not d.is_active
         and not exists (select from game_players p where p.user_id = d.user_id and p.day = d.day)
       returning d.day)
     insert into day_counts (day, shard, players)
     select day, ${SHARD}, -count(*) from gone group by day order by day ${ADD_TO_COUNT}`,
    [userIds, days],
  )

const markActive = (query: Query, active: readonly PlayerOfDay[]): Promise<unknown> =>
  query(
    `update day_players d set is_active = true from unnest($1::text[], $2::text[]) as x (user_id, day)
     where d.day = x.day::date and d.user_id = x.user_id and not d.is_active`,
    userDays(active),
  )
