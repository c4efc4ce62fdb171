import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { Extensions } from '@inkling/mock-server/contract/schemas/extensions'
import type { Extension } from '@inkling/mock-server/contract/table/extensions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { QUERY, queryClient } from './query-client.ts'

const NONE: Extensions = { extensions: [], contact: null, vapidKey: null }

const extensionsQuery = queryOptions({
  queryKey: QUERY.extensions,
  queryFn: ({ signal }) => fetchExtensions(signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Asks for the extensions. A failure is only logged: then the server has none for now. */
export async function loadExtensions(): Promise<void> {
  try {
    await queryClient.ensureQueryData(extensionsQuery)
  } catch (error) {
    console.info('The extensions of the server are not known:', error)
  }
}

/** What the server offers beyond the documented API, as far as it has answered. */
export const knownExtensions = (): Extensions => queryClient.getQueryData(extensionsQuery.queryKey) ?? NONE

/** What the server offers beyond the documented API, asked once; nothing until it has answered. */
export const useExtensions = (): Extensions => useQuery(extensionsQuery).data ?? NONE

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
