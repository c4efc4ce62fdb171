import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { InvitedGroup } from '@inkling/mock-server/contract/schemas/group'
import { useQuery } from '@tanstack/react-query'
import { api } from './server/api.ts'
import { QUERY } from './server/query-client.ts'
import { useSession } from './session-store.ts'
import { veiledNameOfGroup } from './veiled-names.ts'

/**
 * The group of a code; null if there is none, or if the player is not signed in and the server has no
 * invitations. Disabled without a code.
 */
export const useGroupOfCode = (code: string | null) =>
  useQuery({
    queryKey: QUERY.groupOfCode(code ?? ''),
    queryFn: ({ signal }) => lookupGroup(code ?? '', signal),
    enabled: code !== null,
  })

async function lookupGroup(code: string, signal: AbortSignal): Promise<InvitedGroup | null> {
  const isSignedIn = useSession.getState().token !== null
  try {
    const find = isSignedIn ? api.lookupGroup : api.getInvitation
    return veiledNameOfGroup(await find({ params: { code } }, { signal }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
