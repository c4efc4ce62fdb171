import { useSession } from '../session/session-store.ts'
import { Book } from '../ui/book.tsx'
import { Button } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { TroublePicture } from '../ui/pictures/trouble-picture.tsx'
import styles from './splash.module.css'

/** The startup screen. */
export function Splash({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const isReturning = useSession((session) => session.token !== null && session.hasCompletedOnboarding)
  const error = useSession((session) => session.error)
  return (
    <Book>
      <main className={styles.splash}>
        <h1 className={styles.mark}>
          <Logo drawn className={styles.logo} />
        </h1>
        {failed ? (
          <div className={styles.failed} role="alert">
            <TroublePicture />
            <p className={styles.text}>Oops! Something went wrong.</p>
            <p>{error}</p>
            <Button tone="primary" onClick={onRetry}>
              Try Again
            </Button>
          </div>
        ) : (
          <p className={styles.text} role="status">
            {isReturning ? "Loading Today's Fun..." : 'Setting up your experience...'}
          </p>
        )}
      </main>
    </Book>
  )
}
