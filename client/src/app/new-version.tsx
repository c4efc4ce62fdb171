import { RefreshCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOnline } from '../platform/online.ts'
import { useToast } from '../platform/toast.ts'
import { versionHere, versionOnServer } from '../platform/version.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import styles from './new-version.module.css'

/** How often a visible page checks. */
const CHECK_EVERY_MS = 10 * 60_000
/** The minimum interval between checks when the player returns to the page. A tick of the timer is never skipped for it. */
const MIN_INTERVAL_MS = CHECK_EVERY_MS / 2

/**
 * Offers a reload when the server has a new version.
 * @param isCalm whether a reload would lose nothing on this screen; false during a turn
 */
export function NewVersion({ isCalm }: { isCalm: boolean }) {
  const offered = useNewVersion()
  const [dismissed, setDismissed] = useState<string | null>(null)
  // They have the same place, and a toast passes.
  const isCovered = useToast(({ text }) => text !== null)
  // A reload would bring the same version, and on a small phone the offer would cover the banner.
  const online = useOnline()
  if (!isCalm || isCovered || !online || offered === null || offered === dismissed) return null
  return (
    <div className={styles.offer} role="status">
      <span className={styles.text}>A new version of Inkling is ready.</span>
      <Button
        size="small"
        tone="primary"
        icon={<RefreshCw aria-hidden />}
        onClick={() => window.location.reload()}
      >
        Reload
      </Button>
      <IconButton label="Later" onClick={() => setDismissed(offered)}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

/** The server's version if it differs from the running one. */
function useNewVersion(): string | null {
  const [found, setFound] = useState<string | null>(null)
  useEffect(() => {
    let checkedAt = performance.now()
    const check = async () => {
      if (document.visibilityState !== 'visible' || performance.now() - checkedAt < MIN_INTERVAL_MS) return
      checkedAt = performance.now()
      const version = await versionOnServer()
      if (version !== null) setFound(version === versionHere() ? null : version)
    }
    const onShown = () => void check()
    const timer = setInterval(onShown, CHECK_EVERY_MS)
    document.addEventListener('visibilitychange', onShown)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [])
  return found
}
