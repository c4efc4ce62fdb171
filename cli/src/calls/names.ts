import type { Client } from '@inkling/mock-server/contract/client/client'

/** Ids in one query, which must fit into the head of a request. */
const CHUNK = 200

/** The names of these groups by id. */
export async function groupNamesOf(client: Client, ids: Iterable<unknown>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => typeof id === 'string')
  const names = new Map<string, string>()
  for (let at = 0; at < wanted.length; at += CHUNK) {
    const { items } = await client.listGroups({ query: { ids: wanted.slice(at, at + CHUNK).join() } })
    for (const { id, name } of items) names.set(String(id), String(name))
  }
  return names
}

/** The names of these users by id, from a reference server. */
export async function namesOf(client: Client, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (let at = 0; at < ids.length; at += CHUNK) {
    const { items } = await client.listUsers({ query: { ids: ids.slice(at, at + CHUNK).join() } })
    for (const { id, username } of items) names.set(String(id), String(username))
  }
  return names
}
