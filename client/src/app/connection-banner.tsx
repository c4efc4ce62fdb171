import { SHELL } from '@inkling/mock-server/contract/constants'
import { clsx } from 'clsx'
import { WifiOff, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOnline } from '../platform/online.ts'
import { queryClient } from '../session/query-client.ts'
import { Button, IconButton } from '../ui/button.tsx'
import styles from './connection-banner.module.css'

/**
 * Reports a lost connection with its duration, and then its return (spec section 4, Offline). Overlaps the header, so
 * that the page does not move while a player draws.
 */
export function ConnectionBanner() {
  const online = useOnline()
  const [wasOffline, setWasOffline] = useState(false)
  useEffect(() => {
    if (!online) return setWasOffline(true)
    if (!wasOffline) return
    const timer = setTimeout(() => setWasOffline(false), SHELL.reconnectBannerMs)
    return () => clearTimeout(timer)
  }, [online, wasOffline])
  if (!online) return <Offline />
  if (!wasOffline) return null
  return (
    <div className={styles.place}>
      <div className={clsx(styles.banner, styles.back)} role="status">
        <span>Connection restored!</span>
        <Button
          size="small"
          onClick={() => {
            setWasOffline(false)
            void queryClient.refetchQueries({ type: 'active' })
          }}
        >
          Retry
        </Button>
        <IconButton label="Dismiss" onClick={() => setWasOffline(false)}>
          <X aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

function Offline() {
  const [since] = useState(Date.now)
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={styles.place}>
      <div className={clsx(styles.banner, styles.offline)} role="status">
        <WifiOff aria-hidden />
        <span>Offline</span>
        <span className={styles.time} aria-hidden="true">
          {elapsedText(now - since)}
        </span>
      </div>
    </div>
  )
}

/** `12s`, `3m`, `2h` */
function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds}s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)}m` : `${Math.floor(seconds / 3600)}h`
}
