import { PATHS } from '../../paths.ts'
import { useToday } from '../../turn/today.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import StreakFlame from '../../ui/players/streak-flame.tsx'
import StreakMoment from '../../ui/players/streak-moment.tsx'
import { NewDay, useEndedGame } from './new-day.tsx'
import { OwnWork } from './own-work.tsx'
import styles from './submitted-screen.module.css'

/** Shows the player's finished turn. */
export default function CompleteScreen() {
  const { data: today } = useToday()
  const endedGame = useEndedGame(today)
  return (
    <Page title="Turn Complete" heading={null} width="wide" centred>
      {endedGame !== null ? (
        <NewDay endedGame={endedGame} />
      ) : (
        <Card tape="yellow" className={styles.card}>
          <div className={styles.work}>
            <OwnWork today={today} />
          </div>
          <h1 className={styles.title}>Turn Complete</h1>
          <p className={styles.note}>Results will be revealed tomorrow!</p>
          <StreakMoment />
          <StreakFlame long />
          <ButtonLink to={PATHS.home} tone="primary" size="large" wide>
            Continue
          </ButtonLink>
        </Card>
      )}
    </Page>
  )
}
