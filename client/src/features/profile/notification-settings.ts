import { queryOptions } from '@tanstack/react-query'
import { api } from '../../session/server/api.ts'
import { QUERY } from '../../session/server/query-client.ts'

/** What the player is notified about, on all of the player's devices. */
export const notificationSettingsQuery = queryOptions({
  queryKey: QUERY.notifications,
  queryFn: ({ signal }) => api.getNotificationSettings({}, { signal }),
})
