import { cleanGroupCode } from '@inkling/mock-server/contract/group-code'
import { PATHS } from '../paths.ts'
import { KEY, local } from '../platform/storage.ts'
import { api } from './api.ts'
import { cacheGroup, reloadAfterGroupChange } from './group.ts'

/** Stores the group code of an invite link (`?code=` on any URL) until the player can join. */
export function storeGroupCode(search: string): void {
  const code = cleanGroupCode(new URLSearchParams(search).get('code') ?? '')
  if (code) local.set(KEY.pendingGroupCode, code)
}

/**
 * Joins the group of the stored code and removes the code. A failure is only logged (spec section 8).
 * @returns the path to open: the group, or home after a failure; null without a code
 */
export async function joinPendingGroup(): Promise<typeof PATHS.group | typeof PATHS.home | null> {
  const code = local.get(KEY.pendingGroupCode)
  if (code === null) return null
  local.remove(KEY.pendingGroupCode)
  try {
    const group = await api.joinGroup({ body: { code } })
    await cacheGroup(group)
    await reloadAfterGroupChange(group.id)
    return PATHS.group
  } catch (error) {
    console.info('The invitation could not be used:', error)
    return PATHS.home
  }
}
