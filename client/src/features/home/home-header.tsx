import { POLL } from '@inkling/mock-server/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { api } from '../../session/server/api.ts'
import { QUERY } from '../../session/server/query-client.ts'
import { useIsAuthenticated } from '../../session/session-store.ts'
import { loadPart } from '../../ui/page/load-part.ts'
import { Logo } from '../../ui/page/logo.tsx'
import styles from './home-header.module.css'

const StreakFlame = loadPart(() => import('../../ui/players/streak-flame.tsx'))

/** Smaller counts are not shown: "0 playing" or "1 playing" makes the game look empty. */
const MIN_PLAYING = 2

/**
 * The logo, the player's streak and the number of players. The number is polled every 30 s and kept on failure. A
 * second poll, every 10 s and zero on failure, controls the light beside it, and is the number while the first has
 * never succeeded.
 */
export function HomeHeader() {
  const header = usePlayerCount('header', POLL.statsHeaderMs)
  const page = usePlayerCount('home', POLL.statsHomeMs)
  const pageCount = page.isError ? 0 : page.data?.totalPlayers
  const count = header.data?.totalPlayers ?? pageCount ?? 0
  const isLive = pageCount !== undefined && pageCount > 0
  return (
    <header className={styles.header}>
      <Link to={PATHS.home} className={styles.logo} aria-label="Inkling, home">
        <Logo />
      </Link>
      <div className={styles.streak}>
        <StreakFlame />
      </div>
      {count >= MIN_PLAYING && (
        <p className={styles.live}>
          <span className={styles.dot} data-lit={isLive} aria-hidden="true" />
          <span>{`${count} playing`}</span>
        </p>
      )}
    </header>
  )
}

function usePlayerCount(place: 'header' | 'home', refetchInterval: number) {
  const enabled = useIsAuthenticated()
  return useQuery({
    queryKey: QUERY.stats(place),
    queryFn: ({ signal }) => api.getDailyStats({}, { signal }),
    enabled,
    refetchInterval,
  })
}
