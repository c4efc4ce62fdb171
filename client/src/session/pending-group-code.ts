import { cleanGroupCode } from '@inkling/mock-server/contract/group-code'
import { KEY, local } from '../platform/storage.ts'
import { api } from './api.ts'
import { refreshProfile } from './session.ts'

/** Keeps the group code of an invite link (`?code=` on any address) until there is a player who can join. */
export function takeGroupCode(search: string): void {
  const code = cleanGroupCode(new URLSearchParams(search).get('code') ?? '')
  if (code) local.set(KEY.pendingGroupCode, code)
}

/** Joins with the code that was kept. It is used up either way; a failure stays silent (spec section 8). */
export async function joinPendingGroup(): Promise<boolean> {
  const code = local.get(KEY.pendingGroupCode)
  if (code === null) return false
  local.remove(KEY.pendingGroupCode)
  try {
    await api.joinGroup({ body: { code } })
    await refreshProfile()
    return true
  } catch (error) {
    console.info('The invitation could not be used:', error)
    return false
  }
}
