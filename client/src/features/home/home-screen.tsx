import { SHELL } from '@inkling/mock-server/contract/constants'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { useEffect } from 'react'
import { hasPlayedHere } from '../../session/device/first-round.ts'
import { wasOpened } from '../../session/device/opened-games.ts'
import { checkPushToken } from '../../session/push.ts'
import { useHas } from '../../session/server/extensions.ts'
import { messageOf } from '../../session/session.ts'
import { useUser } from '../../session/session-store.ts'
import { useYesterday } from '../../session/yesterday.ts'
import { useToday } from '../../turn/today.ts'
import { Card } from '../../ui/page/card.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { loadPart } from '../../ui/page/load-part.ts'
import { Page } from '../../ui/page/page.tsx'
import { Loading } from '../../ui/page/state-panel.tsx'
import { GameProgress } from './game-progress.tsx'
import { HomeHeader } from './home-header.tsx'
import styles from './home-screen.module.css'
import { ProgressColumns } from './progress-columns.tsx'
import { StartCard } from './start-card.tsx'
import { TodayCard } from './today-card.tsx'
import { YesterdayCard } from './yesterday-card.tsx'

const HowItGoes = loadPart(() => import('./how-it-goes.tsx'))
const Announcements = loadPart(() => import('./announcements.tsx'))

/** Play: the player's game today, and yesterday's results (SCREENS.md, Home). */
export default function HomeScreen() {
  const today = useToday()
  const yesterday = useYesterday()
  const isNew = yesterday !== null && !wasOpened(yesterday.gameId)
  // A running turn comes first, and so does what failed.
  const isUrgent = today.data?.yourStatus === 'playing' || (!today.data && today.error !== null)
  const card = yesterday && <YesterdayCard results={yesterday} isNew={isNew} />
  const isSuspended = useUser()?.suspension !== undefined
  const hasAnnouncements = useHas('announcements')
  usePushCheck()
  return (
    <>
      <HomeHeader />
      {hasAnnouncements && <Announcements />}
      <Page title="Play" heading={null} width="wide" className={styles.home}>
        <h1 className="visually-hidden">Play</h1>
        {isNew && !isUrgent && <div className={styles.news}>{card}</div>}
        <div className={styles.today}>
          {today.data ? (
            today.data.hasGame ? (
              <TodayCard today={today.data} />
            ) : (
              !isSuspended && <StartCard />
            )
          ) : today.error ? (
            <TodayFailed error={today.error} onRetry={() => void today.refetch()} />
          ) : (
            <Loading text="Loading Today's Fun..." />
          )}
        </div>
        <div className={styles.beside}>
          {today.data?.hasGame && <ProgressCard today={today.data} />}
          {(!today.data?.hasGame || isFirstTurn(today.data)) && (
            <HowItGoes hasSample={yesterday === null && !isWaiting(today.data)} />
          )}
          {(!isNew || isUrgent) && card}
        </div>
      </Page>
    </>
  )
}

/** Whether the player has not played on this device yet, nor elsewhere today. */
const isFirstTurn = ({ yourStatus }: Today): boolean => !hasPlayedHere() && yourStatus !== 'completed'

/** Whether others play. The card of today's game then offers what to do meanwhile. */
const isWaiting = (today: Today | undefined): boolean =>
  today?.yourStatus === 'pending' && !today.canStartTurn

function TodayFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <LoadFailed
      inline
      error={error}
      title="Today's game could not be loaded"
      text={messageOf(error, 'Failed to fetch today game')}
      onRetry={onRetry}
    />
  )
}

/** Checks the native app's push token one second after the screen appears. */
function usePushCheck(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      checkPushToken().catch((error: unknown) => console.info('The push token was not registered:', error))
    }, SHELL.pushCheckDelayMs)
    return () => clearTimeout(timer)
  }, [])
}

/** The progress of today's game, and whose turn it is. */
function ProgressCard({ today }: { today: Today }) {
  return (
    <Card className="stack gap-4" aria-labelledby="progress-title">
      <h2 id="progress-title" className="text-xl">
        Today's Game Progress
      </h2>
      <ProgressColumns today={today} />
      <GameProgress today={today} />
    </Card>
  )
}
