import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { playedCount } from '../../turn/today.ts'
import { loadPart } from '../../ui/page/load-part.ts'
import { Avatar, MoreBubble } from '../../ui/players/avatar.tsx'
import { InkBar } from '../../ui/style/ink-bar.tsx'
import styles from './game-progress.module.css'

/** Loaded on demand, with the calendar that it needs. */
const OwnMidnight = loadPart(() => import('../../ui/turn/own-midnight.tsx'))

/** The number of avatars next to the bar. */
const SHOWN = 2

/** How many of the players have finished. */
export function GameProgress({ today }: { today: Today }) {
  const count = playedCount(today)
  const total = today.participants.length
  const done = today.participants.filter(({ status }) => status === 'completed' || status === 'skipped')
  // Not once the game is over, when they are a tap away.
  const hasWait =
    today.status !== 'completed' && (today.yourStatus === 'completed' || today.yourStatus === 'skipped')
  const more = done.length - SHOWN
  return (
    <div className="stack gap-2">
      <div className="row wrap gap-2">
        <h3 className={styles.title}>Game Progress</h3>
        <span className={styles.people}>
          {done.slice(-SHOWN).map((person) => (
            <Avatar key={person.userId} person={person} size={30} />
          ))}
          {done.length === 0 ? (
            <MoreBubble size={30} count={0} />
          ) : (
            more > 0 && <MoreBubble size={30} count={more} />
          )}
        </span>
        <span className={styles.count}>{`${count}/${total} players`}</span>
      </div>
      <InkBar value={count} max={total} label="Game Progress" />
      {hasWait && (
        <p className="hand loose text-lg soft">
          Results will be available at midnight EST (when a new game starts)
          <OwnMidnight />
        </p>
      )}
    </div>
  )
}
