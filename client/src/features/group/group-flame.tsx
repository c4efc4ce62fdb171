import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { flameText } from './flame-text.ts'
import styles from './group-flame.module.css'

/** The flame of the group: on how many days in a row everybody came. Nothing for one member, or where the server does not say. */
export function GroupFlame({ group }: { group: GroupView }) {
  const text = flameText(group)
  if (text === null) return null
  const { title, hint, days, isLit } = text
  return (
    <section className={styles.together} aria-label="Days together">
      <svg
        className={styles.fire}
        data-burning={days > 0}
        data-lit={isLit}
        viewBox="0 0 100 104"
        aria-hidden="true"
      >
        <path className={styles.log} d="M16 88 L80 99 M84 87 L20 100" />
        <g className={styles.flames}>
          <path
            className={styles.outer}
            d="M50 6 C54 24 76 32 78 58 C79 78 66 90 50 90 C33 90 21 78 22 60 C23 46 32 42 33 28 C40 34 42 40 42 46 C48 36 52 22 50 6 Z"
          />
          <path
            className={styles.inner}
            d="M51 46 C54 56 64 60 64 72 C64 82 58 86 50 86 C42 86 36 81 36 72 C36 64 42 62 43 55 C47 58 48 61 48 64 C51 59 52 53 51 46 Z"
          />
        </g>
        {days > 0 && (
          <text className={styles.count} x="50" y="80">
            {days}
          </text>
        )}
      </svg>
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="soft">{hint}</p>
      </div>
    </section>
  )
}
