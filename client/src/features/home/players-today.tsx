import { POLL } from '@inkling/mock-server/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../session/api.ts'
import { QUERY } from '../../session/query-client.ts'
import { useIsAuthenticated } from '../../session/session-store.ts'
import styles from './players-today.module.css'

/** How many play today, asked for every 10 s; when that fails it is none (spec section 7). */
export function PlayersToday() {
  const signedIn = useIsAuthenticated()
  const { data, isError } = useQuery({
    queryKey: QUERY.stats('home'),
    queryFn: ({ signal }) => api.getDailyStats({}, { signal }),
    enabled: signedIn,
    refetchInterval: POLL.statsHomeMs,
  })
  const count = isError ? 0 : (data?.totalPlayers ?? 0)
  return (
    <p className={styles.line}>
      {count === 0
        ? 'The table is quiet just now.'
        : count === 1
          ? 'One pencil is moving at the table today.'
          : `${count} pencils are moving at the table today.`}
    </p>
  )
}
