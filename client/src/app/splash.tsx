import { useState } from 'react'
import { useSession } from '../session/session-store.ts'
import { Button } from '../ui/controls/button.tsx'
import { Book } from '../ui/page/book.tsx'
import { Logo } from '../ui/page/logo.tsx'
import { TroublePicture } from '../ui/pictures/trouble-picture.tsx'
import styles from './splash.module.css'

interface SplashProps {
  failed: boolean
  onRetry: () => void
  /** Whether it replaces the same screen of the page. */
  isFirst: boolean
}

export function Splash({ failed, onRetry, isFirst }: SplashProps) {
  const { token, hasCompletedOnboarding } = useSession()
  // Stored once, because the session changes while the splash is displayed.
  const [isReturning] = useState(token !== null && hasCompletedOnboarding)
  const error = useSession((session) => session.error)
  return (
    <Book>
      <main className={styles.splash}>
        <h1 className={styles.mark}>
          {/* The page has drawn it before the script was loaded. */}
          <Logo drawn={!isFirst} className={styles.logo} />
        </h1>
        {failed ? (
          <div className="stack items-center gap-3" role="alert">
            <TroublePicture />
            <p className={styles.text}>Oops! Something went wrong.</p>
            <p>{error}</p>
            <Button tone="primary" onClick={onRetry}>
              Try Again
            </Button>
          </div>
        ) : (
          <div className={styles.words}>
            {/* The same text as in index.html. */}
            <p className={styles.text}>One drawing a day, passed along.</p>
            <p className={styles.doing} role="status">
              {isReturning ? "Loading Today's Fun..." : 'Setting up your experience...'}
            </p>
          </div>
        )}
      </main>
    </Book>
  )
}
