import { Check, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PATHS } from '../../paths.ts'
import { messageOf } from '../../session/session.ts'
import { noteTodayFailure, playedCount, refreshToday, useToday } from '../../turn/today.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import NextWord from '../../ui/next-word.tsx'
import { Page } from '../../ui/page.tsx'
import { DonePicture } from '../../ui/pictures/pictures.tsx'
import { TroublePicture } from '../../ui/pictures/trouble-picture.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import { Loading, StatePanel } from '../../ui/state-panel.tsx'
import styles from './submitted-screen.module.css'

/** A turn is in: how far the chain has come, and when it will be shown (spec section 2, Submitted screen). */
export default function SubmittedScreen() {
  const isUpdating = useRefresh()
  const { data: today, error, refetch } = useToday()
  const played = today ? playedCount(today) : 0
  const pending = today?.participants.filter(({ status }) => status === 'pending').length ?? 0
  return (
    <Page title="Turn Complete" heading={null} centred>
      {isUpdating ? (
        <Loading text="Updating your game status..." />
      ) : error && !today ? (
        <StatePanel
          role="alert"
          picture={<TroublePicture error={error} />}
          title="Today's page is stuck"
          text={messageOf(error, 'Failed to fetch today game')}
          actions={
            <>
              <Button tone="primary" onClick={() => void refetch()}>
                Try Again
              </Button>
              <ButtonLink to={PATHS.home}>Back to Home</ButtonLink>
            </>
          }
        />
      ) : (
        <Scrap tape="green" className={styles.card}>
          <DonePicture />
          <h1 className={styles.title}>Turn Complete</h1>
          <p className={styles.note}>Results will be revealed tomorrow!</p>
          <NextWord key={today?.gameId} />
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
          {today?.status === 'completed' && (
            <ButtonLink to={PATHS.results} state={{ gameId: today.gameId }} tone="primary" size="large" wide>
              View Complete Results
            </ButtonLink>
          )}
          <ButtonLink to={PATHS.home} wide tone={today?.status === 'completed' ? 'plain' : 'primary'}>
            Back to Home
          </ButtonLink>
        </Scrap>
      )}
    </Page>
  )
}

/** Asks for today's game once, on arrival; what was known before stands when that fails. */
function useRefresh(): boolean {
  const [isUpdating, setUpdating] = useState(true)
  useEffect(() => {
    refreshToday()
      .catch(noteTodayFailure)
      .finally(() => setUpdating(false))
  }, [])
  return isUpdating
}
