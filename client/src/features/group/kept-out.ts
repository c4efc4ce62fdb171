import { queryOptions } from '@tanstack/react-query'
import { api } from '../../session/server/api.ts'
import { QUERY } from '../../session/server/query-client.ts'

/** The players who were kicked from a group and cannot join it again. */
export const keptOutQuery = (groupId: string) =>
  queryOptions({
    queryKey: QUERY.keptOut(groupId),
    queryFn: ({ signal }) => api.getKeptOut({ params: { id: groupId } }, { signal }),
  })
