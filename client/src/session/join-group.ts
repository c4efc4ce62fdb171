import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { cacheGroup, reloadAfterGroupChange } from './group.ts'
import { api } from './server/api.ts'

/**
 * Joins the group of a code, and loads what depends on the player's group.
 * @throws the error of the call
 */
export async function joinGroup(code: string): Promise<GroupView> {
  const group = await api.joinGroup({ body: { code } })
  await cacheGroup(group)
  await reloadAfterGroupChange(group.id)
  return group
}
