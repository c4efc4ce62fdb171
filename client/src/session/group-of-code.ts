import { ApiError } from '@inkling/mock-server/contract/api-error'
import type { GroupSummary } from '@inkling/mock-server/contract/schemas/group'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { QUERY } from './query-client.ts'

/** The group of a code; null if there is none (spec section 7). Disabled without a code. */
export const useGroupOfCode = (code: string | null) =>
  useQuery({
    queryKey: QUERY.groupOfCode(code ?? ''),
    queryFn: ({ signal }) => lookupGroup(code ?? '', signal),
    enabled: code !== null,
  })

async function lookupGroup(code: string, signal: AbortSignal): Promise<GroupSummary | null> {
  try {
    return await api.lookupGroup({ params: { code } }, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
