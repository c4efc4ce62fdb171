import { ApiError } from '@inkling/mock-server/contract/api-error'
import type { Extension } from '@inkling/mock-server/contract/extensions'
import type { Extensions } from '@inkling/mock-server/contract/schemas/extensions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { QUERY, queryClient } from './query-client.ts'

/** What a server offers that has only the documented API. */
const NONE: Extensions = { extensions: [], contact: null, vapidKey: null }

const extensionsQuery = queryOptions({
  queryKey: QUERY.extensions,
  queryFn: async ({ signal }): Promise<Extensions> => {
    try {
      return await api.getExtensions({}, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return NONE
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Loads what the server offers beyond the documented API. A failure is only logged: then it offers nothing for now. */
export async function loadExtensions(): Promise<void> {
  try {
    await queryClient.ensureQueryData(extensionsQuery)
  } catch (error) {
    console.info('The extensions of the server are not known:', error)
  }
}

/** What the server offers, as far as it is known. */
export const knownExtensions = (): Extensions => queryClient.getQueryData(extensionsQuery.queryKey) ?? NONE

/** Whether the server has an extension; false while it is not known. */
export function useExtension(name: Extension): boolean {
  return useQuery(extensionsQuery).data?.extensions.includes(name) ?? false
}
