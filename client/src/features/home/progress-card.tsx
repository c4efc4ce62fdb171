import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { Card } from '../../ui/card.tsx'
import { GameProgress } from './game-progress.tsx'
import { ProgressColumns } from './progress-columns.tsx'
import styles from './today-card.module.css'

/** The progress of today's game, and whose turn it is. */
export function ProgressCard({ today }: { today: Today }) {
  return (
    <Card className={styles.card} aria-labelledby="progress-title">
      <h2 id="progress-title" className={styles.heading}>
        Today's Game Progress
      </h2>
      <ProgressColumns today={today} />
      <GameProgress today={today} />
    </Card>
  )
}
