import { cleanGroupCode } from '@inkling/mock-server/contract/group-code'
import { PATHS } from '../paths.ts'
import { KEY, local } from '../platform/storage.ts'
import { api } from './api.ts'
import { cacheGroup, reloadAfterGroupChange } from './group.ts'

/** Stores the group code of an invite link (`?code=` on any address) until a player can join. */
export function storeGroupCode(search: string): void {
  const code = cleanGroupCode(new URLSearchParams(search).get('code') ?? '')
  if (code) local.set(KEY.pendingGroupCode, code)
}

/**
 * Joins the group of the stored code. The code is removed in any case, and a failure is silent (spec section 8).
 * @returns where the invitation leads: to the group, or home if it was invalid; null without one
 */
export async function joinPendingGroup(): Promise<typeof PATHS.group | typeof PATHS.home | null> {
  const code = local.get(KEY.pendingGroupCode)
  if (code === null) return null
  local.remove(KEY.pendingGroupCode)
  try {
    const group = await api.joinGroup({ body: { code } })
    cacheGroup(group)
    await reloadAfterGroupChange(group.id)
    return PATHS.group
  } catch (error) {
    console.info('The invitation could not be used:', error)
    return PATHS.home
  }
}
