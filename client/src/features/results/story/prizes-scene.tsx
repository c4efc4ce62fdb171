import { Card } from '../../../ui/page/card.tsx'
import { Avatar } from '../../../ui/players/avatar.tsx'
import { Name } from '../../../ui/players/name.tsx'
import type { Prize } from '../prizes.ts'
import styles from './prizes-scene.module.css'

/** The table prizes, one after the other. */
export const PrizesScene = ({ prizes }: { prizes: readonly Prize[] }) => (
  <Card tone="pink" tape="yellow" tilt={0.5} className="stack gap-3" aria-label="Table prizes">
    <p className="display text-2xl text-center">Table prizes</p>
    <PrizeList prizes={prizes} />
  </Card>
)

/** A line for each prize. */
export const PrizeList = ({ prizes }: { prizes: readonly Prize[] }) => (
  <ul className="stack gap-2">
    {prizes.map(({ title, detail, step }, at) => (
      <li
        key={step.stepIndex}
        className={styles.prize}
        style={{ animationDelay: `${500 * Math.min(at, 4)}ms` }}
      >
        <Avatar person={step} size={36} />
        <span>
          <strong className={styles.what}>{title}</strong>
          {detail !== null && (
            <>
              {': '}
              <span className={styles.detail} translate="no">
                {detail}
              </span>
            </>
          )}
          <span className={styles.who}>
            <Name>{step.username}</Name>
          </span>
        </span>
      </li>
    ))}
  </ul>
)
