import { cleanGroupCode } from '@inkling/mock-server/contract/group-code'
import { PATHS } from '../paths.ts'
import { KEY, local } from '../platform/storage.ts'
import { api } from './api.ts'
import { groupChanged, keepGroup } from './group.ts'

/** Keeps the group code of an invite link (`?code=` on any address) until there is a player who can join. */
export function takeGroupCode(search: string): void {
  const code = cleanGroupCode(new URLSearchParams(search).get('code') ?? '')
  if (code) local.set(KEY.pendingGroupCode, code)
}

/**
 * Joins with the code that was kept. It is used up either way, and a failure stays silent (spec section 8).
 * @returns where an invitation leads: to the group, or home when it was no good; null without one.
 */
export async function joinPendingGroup(): Promise<typeof PATHS.group | typeof PATHS.home | null> {
  const code = local.get(KEY.pendingGroupCode)
  if (code === null) return null
  local.remove(KEY.pendingGroupCode)
  try {
    const group = await api.joinGroup({ body: { code } })
    keepGroup(group)
    await groupChanged(group.id)
    return PATHS.group
  } catch (error) {
    console.info('The invitation could not be used:', error)
    return PATHS.home
  }
}
