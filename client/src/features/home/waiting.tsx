import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { PencilRuler } from 'lucide-react'
import type { ReactNode } from 'react'
import { practicePath } from '../../paths.ts'
import { useHasPush } from '../../session/push.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { WatchMeanwhile } from '../../ui/sample/watch-sample.tsx'
import { AtMost } from './at-most.tsx'
import { TellMe } from './tell-me.tsx'
import styles from './waiting.module.css'

/** What to do while others play: how long it takes at most, a notification for the end of it, and a sheet to practise on. */
export default function Waiting({ today }: { today: Today }): ReactNode {
  const hasPush = useHasPush()
  const isWaiting = today.yourStatus === 'pending'
  return (
    <div className={styles.waiting} aria-live="off">
      {isWaiting && today.currentTurn && <AtMost today={today} />}
      {hasPush && <TellMe text={isWaiting ? 'Tell me when it is my turn' : 'Tell me when results are in'} />}
      <WatchMeanwhile />
      <ButtonLink to={practicePath} size="small" tone="quiet" icon={<PencilRuler aria-hidden />}>
        Practice sheet
      </ButtonLink>
    </div>
  )
}
