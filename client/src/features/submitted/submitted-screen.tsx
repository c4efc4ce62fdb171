import { Check, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { play } from '../../platform/sound/sound.ts'
import { messageOf } from '../../session/session.ts'
import { logTodayFailure, playedCount, refreshToday, useToday } from '../../turn/today.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import Nudge from '../../ui/nudge/nudge.tsx'
import { Card } from '../../ui/page/card.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Loading } from '../../ui/page/state-panel.tsx'
import StreakFlame from '../../ui/players/streak-flame.tsx'
import StreakMoment from '../../ui/players/streak-moment.tsx'
import NextWord from '../../ui/turn/next-word.tsx'
import { NewDay, useEndedGame } from './new-day.tsx'
import { OwnWork } from './own-work.tsx'
import styles from './submitted-screen.module.css'

/**
 * Shown after a submission: the progress of the chain, and when the results are available (SCREENS.md, A turn).
 */
export default function SubmittedScreen() {
  const isUpdating = useRefresh()
  // The time ran out, and nobody pressed Submit.
  const isLate = useLocation().state?.isLate === true
  useEffect(() => play('chime'), [])
  const { data: today, error, refetch } = useToday()
  const endedGame = useEndedGame(today)
  // After the last player, the results are available immediately.
  const isOver = today?.status === 'completed'
  const played = today ? playedCount(today) : 0
  const pending = today?.participants.filter(({ status }) => status === 'pending').length ?? 0
  return (
    <Page title="Turn Complete" heading={null} width="wide" centred>
      {isUpdating ? (
        <Loading text="Updating your game status..." />
      ) : error && !today ? (
        <LoadFailed
          error={error}
          title="Today's game could not be loaded"
          text={messageOf(error, 'Failed to fetch today game')}
          onRetry={() => void refetch()}
        >
          <ButtonLink to={PATHS.home}>Back to Home</ButtonLink>
        </LoadFailed>
      ) : endedGame !== null ? (
        <NewDay endedGame={endedGame} />
      ) : (
        <Card tape="green" className={styles.card}>
          <div className={styles.work}>
            <OwnWork today={today} />
          </div>
          <h1 className={styles.title}>Turn Complete</h1>
          {isLate && <p className={styles.note}>Time! We sent what you had.</p>}
          {isOver && <p className={styles.note}>The chain is complete!</p>}
          <p className={styles.note}>Results will be revealed tomorrow!</p>
          <StreakMoment />
          <StreakFlame long />
          {isOver && (
            <ButtonLink to={PATHS.results} state={{ gameId: today?.gameId }} tone="primary" size="large" wide>
              View Complete Results
            </ButtonLink>
          )}
          <dl className={styles.counts}>
            <div>
              <dt>
                <Check aria-hidden /> Players Completed
              </dt>
              <dd>{played}</dd>
            </div>
            <div>
              <dt>
                <Hourglass aria-hidden /> Players Pending
              </dt>
              <dd>{pending}</dd>
            </div>
          </dl>
          {today && <Nudge today={today} />}
          <NextWord key={today?.gameId} />
          <ButtonLink to={PATHS.home} wide tone={isOver ? 'plain' : 'primary'} className={styles.home}>
            Back to Home
          </ButtonLink>
        </Card>
      )}
    </Page>
  )
}

/** Fetches today's game when the screen opens. A failure is logged, and the cached game is shown. */
function useRefresh(): boolean {
  const [isUpdating, setUpdating] = useState(true)
  useEffect(() => {
    refreshToday()
      .catch(logTodayFailure)
      .finally(() => setUpdating(false))
  }, [])
  return isUpdating
}
