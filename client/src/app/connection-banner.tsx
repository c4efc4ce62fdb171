import { SHELL } from '@inkling/mock-server/contract/constants'
import { clsx } from 'clsx'
import { WifiOff, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useOnline } from '../platform/online.ts'
import { queryClient } from '../session/server/query-client.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { useTopModal } from '../ui/dialogs/use-modal.ts'
import { useBannerSlot } from '../ui/page/banner-slot.ts'
import styles from './connection-banner.module.css'

/** How long the return of the connection is shown during a turn, in milliseconds. */
const TURN_MS = 2_000

/**
 * Reports a lost connection with its duration, and then its return (SCREENS.md, Connection). Inside an open dialog,
 * which makes the page inert.
 * @param over the kind of screen: a turn must not move, so the banner lies over it
 */
export function ConnectionBanner({ over = 'page' }: { over?: 'draw' | 'page' }) {
  const online = useOnline()
  /** When the connection was lost; null when its return was reported. */
  const [lostAt, setLostAt] = useState<number | null>(null)
  if (!online && lostAt === null) setLostAt(performance.now())
  const modal = useTopModal()
  const { slot } = useBannerSlot()
  // A turn has room for the text alone, and loads again by itself.
  const isTurn = !modal && (slot !== null || over === 'draw')
  useEffect(() => {
    if (!online || lostAt === null) return
    const timer = setTimeout(() => setLostAt(null), isTurn ? TURN_MS : SHELL.reconnectBannerMs)
    return () => clearTimeout(timer)
  }, [online, lostAt, isTurn])
  if (online && lostAt === null) return null
  const banner = (
    <div className={styles.place} data-over={slot && !modal ? 'slot' : over}>
      {!online ? (
        <Offline since={lostAt ?? performance.now()} />
      ) : isTurn ? (
        <div className={clsx(styles.banner, styles.brief)} role="status">
          Connection restored!
        </div>
      ) : (
        <Restored onDone={() => setLostAt(null)} />
      )}
    </div>
  )
  const place = modal ?? slot
  return place ? createPortal(banner, place) : banner
}

function Restored({ onDone }: { onDone: () => void }) {
  return (
    <div className={clsx(styles.banner, styles.back)} role="status">
      <span>Connection restored!</span>
      <Button
        size="small"
        onClick={() => {
          onDone()
          void queryClient.refetchQueries({ type: 'active' })
        }}
      >
        Retry
      </Button>
      <IconButton label="Dismiss" onClick={onDone}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

function Offline({ since }: { since: number }) {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={clsx(styles.banner, styles.offline)} role="status">
      <WifiOff aria-hidden />
      <span>Offline</span>
      <span className={styles.time} aria-hidden="true">
        {elapsedText(now - since)}
      </span>
    </div>
  )
}

/** `12s`, `3m`, `2h` */
function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds}s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)}m` : `${Math.floor(seconds / 3600)}h`
}
