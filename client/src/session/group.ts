import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { GROUP } from '@inkling/mock-server/contract/constants'
import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { useQuery } from '@tanstack/react-query'
import { api } from './server/api.ts'
import { isAuthError } from './server/polling.ts'
import { QUERY, queryClient } from './server/query-client.ts'
import { refreshProfile, refreshProfileIfReachable, storeChange } from './session.ts'
import { useSession, useUser } from './session-store.ts'
import { veiledGroup } from './veiled-names.ts'

/** The player's group; disabled without one. `poll` refreshes it every 10 s until an auth error. */
export function useGroup({ poll = false }: { poll?: boolean } = {}) {
  const groupId = useUser()?.groupId ?? null
  return useQuery({
    queryKey: QUERY.group(groupId ?? ''),
    queryFn: ({ signal }) => fetchGroup(groupId ?? '', signal),
    enabled: groupId !== null,
    refetchInterval: ({ state }) => (poll && !isAuthError(state.error) ? GROUP.pollMs : false),
  })
}

/** If the server refuses the group, the player was kicked, so the profile is refreshed. */
async function fetchGroup(id: string, signal: AbortSignal): Promise<GroupView> {
  try {
    return veiledGroup(await api.getGroup({ params: { id } }, { signal }))
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) await refreshProfile()
    throw error
  }
}

/**
 * Caches the group from the response to a change, or fetches it if the response has only id and name.
 * Cancels a running poll, which may be from before the change.
 */
export async function cacheGroup(group: GroupView): Promise<void> {
  const queryKey = QUERY.group(group.id)
  await queryClient.cancelQueries({ queryKey })
  if ('members' in group) queryClient.setQueryData(queryKey, veiledGroup(group))
  else await queryClient.invalidateQueries({ queryKey })
}

/** Removes a member who was kicked from the cached group. Cancels a running poll as {@link cacheGroup} does. */
export async function dropMember(groupId: string, userId: string): Promise<void> {
  const queryKey = QUERY.group(groupId)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<GroupView>(queryKey, (group) => {
    const members = group?.members.filter((member) => member.userId !== userId)
    return group && members && { ...group, members, memberCount: members.length }
  })
}

/**
 * Reloads the profile and today's game after joining, creating or leaving a group. Does not throw, because the change
 * itself has succeeded.
 * @param groupId null after leaving
 */
export async function reloadAfterGroupChange(groupId: string | null): Promise<void> {
  const { user } = useSession.getState()
  if (user) storeChange({ ...user, groupId })
  await Promise.all([refreshProfileIfReachable(), queryClient.invalidateQueries({ queryKey: QUERY.today })])
}
