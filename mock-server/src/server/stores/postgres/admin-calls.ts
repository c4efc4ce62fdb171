import type { AdminCall } from '../../../core/contract/schemas/operator.ts'
import { type AdminCallStore, callWithout } from '../../../engine/operator-store.ts'
import type { Query } from './connection/statement.ts'

/** Each call is a row of `controls`: its name is this prefix and the id of the call. */
export const ADMIN_CALL = 'admin call '

/** The calls of admins to all processes. Old rows are removed with others (old-rows.ts). */
export const adminCallRows = (query: Query): AdminCallStore => ({
  async add(call) {
    // An earlier try whose connection broke may have added it.
    await query('insert into controls (name, value) values ($1, $2) on conflict do nothing', [
      ADMIN_CALL + call.id,
      JSON.stringify(call),
    ])
  },

  async finish(id, status) {
    await query(
      `update controls set value = (value::jsonb || jsonb_build_object('status', $2::int))::json where name = $1`,
      [ADMIN_CALL + id, status],
    )
  },

  async forget(texts) {
    const { rows } = await query(
      `select name, value from controls where name like '${ADMIN_CALL}%'
       and exists (select from unnest($1::text[]) as t where strpos(value::text, t) > 0)`,
      [texts],
    )
    for (const { name, value } of rows)
      await query('update controls set value = $2 where name = $1', [
        name,
        JSON.stringify(callWithout(value as AdminCall, texts)),
      ])
  },

  async latest(before, limit) {
    const { rows } = await query(
      `select value from controls where name like '${ADMIN_CALL}%' and ($1::text is null or name collate "C" < $1)
       order by name collate "C" desc limit $2`,
      [before === undefined ? null : ADMIN_CALL + before, limit],
    )
    return rows.map(({ value }) => value as AdminCall)
  },
})
