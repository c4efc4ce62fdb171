import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { playedCount } from '../../turn/today.ts'
import { Avatar, MoreBubble } from '../../ui/avatar.tsx'
import { InkBar } from '../../ui/ink-bar.tsx'
import styles from './game-progress.module.css'

/** How many of all players are through (spec section 2, Game Progress). */
export function GameProgress({ today }: { today: Today }) {
  const count = playedCount(today)
  const total = today.participants.length
  const completed = today.participants.filter(({ status }) => status === 'completed')
  const mustWait =
    today.status !== 'completed' && (today.yourStatus === 'completed' || today.yourStatus === 'skipped')
  const bubble = completed.length === 0 ? '0' : completed.length > 2 ? `+${completed.length - 2}` : null
  return (
    <div className={styles.block}>
      <div className={styles.line}>
        <h3 className={styles.title}>Game Progress</h3>
        <span className={styles.people}>
          {completed.slice(-2).map((person) => (
            <Avatar key={person.userId} person={person} size={30} />
          ))}
          {bubble !== null && <MoreBubble size={30} text={bubble} />}
        </span>
        <span className={styles.count}>
          {count}/{total} players
        </span>
      </div>
      <InkBar value={count} max={total} label="Game Progress" />
      {mustWait && (
        <p className={styles.note}>Results will be available at midnight EST (when a new game starts)</p>
      )}
    </div>
  )
}
