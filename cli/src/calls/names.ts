import type { Client } from '@inkling/mock-server/contract/client/client'

/** Ids in one query, which must fit into the head of a request. */
const CHUNK = 200

type Ids = Iterable<unknown>

export const groupNamesOf = (client: Client, ids: Ids): Promise<Map<string, string>> =>
  named(ids, async (query) => (await client.listGroups({ query })).items, 'name')

/** The names of these users by id, from a reference server. */
export const namesOf = (client: Client, ids: Ids): Promise<Map<string, string>> =>
  named(ids, async (query) => (await client.listUsers({ query })).items, 'username')

/** @param list reads those with the ids of a query. */
async function named(
  ids: Ids,
  list: (query: { ids: string }) => Promise<readonly Readonly<Record<string, unknown>>[]>,
  field: string,
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => typeof id === 'string')
  const names = new Map<string, string>()
  for (let at = 0; at < wanted.length; at += CHUNK) {
    const items = await list({ ids: wanted.slice(at, at + CHUNK).join() })
    for (const item of items) names.set(String(item.id), String(item[field]))
  }
  return names
}
