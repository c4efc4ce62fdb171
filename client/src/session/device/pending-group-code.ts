import { cleanGroupCode } from '@inkling/mock-server/contract/group-code'
import { matchPath } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { KEY, local } from '../../platform/storage.ts'
import { toast } from '../../platform/toast.ts'
import { reloadAfterGroupChange } from '../group.ts'
import { joinGroup } from '../join-group.ts'
import { isolatedName } from '../names/isolated-name.ts'
import { api } from '../server/api.ts'
import { useSession } from '../session-store.ts'

/**
 * Stores the group code of an invite link (`?code=` on any URL) until the player can join. Not that of a link to results
 * which somebody opens who plays already: the page asks them.
 */
export function storeGroupCode({ pathname, search }: { pathname: string; search: string }): void {
  const code = groupCodeIn(search)
  if (code && !(isPlayerHere() && matchPath(PATHS.publicResults, pathname)))
    local.set(KEY.pendingGroupCode, code)
}

/** The group code in the query of an invite link; empty without one. */
export const groupCodeIn = (search: string): string =>
  cleanGroupCode(new URLSearchParams(search).get('code') ?? '')

/** Whether somebody plays on this device who has finished onboarding. */
export function isPlayerHere(): boolean {
  const { token, hasCompletedOnboarding } = useSession.getState()
  return token !== null && hasCompletedOnboarding
}

/** The code of the invite link that the player has opened; null without one. */
export const pendingGroupCode = (): string | null => local.get(KEY.pendingGroupCode)

/**
 * Joins the group of the stored code and removes the code. A failure is only logged.
 * @param isNew whether the player has just been invited and signed up, and need not be told
 * @returns the path to open: the group, or home after a failure; null without a code
 */
export async function joinPendingGroup({
  isNew = false,
} = {}): Promise<typeof PATHS.group | typeof PATHS.home | null> {
  const code = pendingGroupCode()
  if (code === null) return null
  local.remove(KEY.pendingGroupCode)
  try {
    const { user, hasCompletedOnboarding } = useSession.getState()
    const wasAlone = !isNew && hasCompletedOnboarding && user?.groupId == null
    const group = await joinGroup(code)
    if (wasAlone)
      toast(`The link brought you into ${isolatedName(group.name)}. You play with this group now.`, {
        label: 'Undo',
        onClick: () => void undoJoin(group.id),
      })
    return PATHS.group
  } catch (error) {
    console.info('The invitation could not be used:', error)
    return PATHS.home
  }
}

/** Leaves the group again that a link has led into. */
async function undoJoin(id: string): Promise<void> {
  try {
    await api.leaveGroup({ params: { id } })
  } catch (error) {
    console.info('Leaving failed:', error)
    return toast('Failed to leave group. Please try again.')
  }
  await reloadAfterGroupChange(null)
  toast('You left the group again.')
}
