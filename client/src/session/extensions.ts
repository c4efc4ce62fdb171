import { ApiError } from '@inkling/mock-server/contract/api-error'
import type { Extension } from '@inkling/mock-server/contract/extensions'
import type { Extensions } from '@inkling/mock-server/contract/schemas/extensions'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { QUERY } from './query-client.ts'

const NONE: Extensions = { extensions: [], contact: null, vapidKey: null }

/** What the server offers beyond the documented API, asked once; nothing until it has answered. */
export function useExtensions(): Extensions {
  const { data } = useQuery({
    queryKey: QUERY.extensions,
    queryFn: ({ signal }) => fetchExtensions(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? NONE
}

/** Whether the server has an extension. */
export const useHas = (extension: Extension): boolean => useExtensions().extensions.includes(extension)

async function fetchExtensions(signal: AbortSignal): Promise<Extensions> {
  try {
    return await api.getExtensions({}, { signal })
  } catch (error) {
    // Other servers have none.
    if (error instanceof ApiError && error.status === 404) return NONE
    throw error
  }
}
