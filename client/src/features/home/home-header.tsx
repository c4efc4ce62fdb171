import { POLL } from '@inkling/mock-server/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { api } from '../../session/api.ts'
import { QUERY } from '../../session/query-client.ts'
import { useIsAuthenticated } from '../../session/session-store.ts'
import { Logo } from '../../ui/logo.tsx'
import styles from './home-header.module.css'

/** The logo, and how many people are playing. The count is asked for every 30 s; when that fails the old one stays. */
export function HomeHeader() {
  const signedIn = useIsAuthenticated()
  const { data } = useQuery({
    queryKey: QUERY.stats('header'),
    queryFn: ({ signal }) => api.getDailyStats({}, { signal }),
    enabled: signedIn,
    refetchInterval: POLL.statsHeaderMs,
  })
  return (
    <header className={styles.header}>
      <Link to={PATHS.home} className={styles.logo} aria-label="Inkling, home">
        <Logo />
      </Link>
      {data && (
        <p className={styles.live}>
          <span className={styles.dot} aria-hidden="true" />
          {data.totalPlayers} playing
        </p>
      )}
    </header>
  )
}
