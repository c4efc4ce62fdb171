import { PALETTE } from '@inkling/mock-server/contract/constants'
import type { CSSProperties } from 'react'
import styles from './burst.module.css'

const DROPS = 20

/** Drops of ink that fly out from the centre of the parent. Hidden with reduced motion. */
export function Burst() {
  return (
    <span className={styles.burst} aria-hidden="true">
      {Array.from({ length: DROPS }, (_, at) => {
        const angle = (at / DROPS) * 2 * Math.PI
        const style = {
          '--x': Math.cos(angle).toFixed(2),
          '--y': Math.sin(angle).toFixed(2),
          '--reach': 1 + (at % 3) * 0.4,
          '--wax': PALETTE[(at % (PALETTE.length - 2)) + 2]?.hex,
        } as CSSProperties
        // biome-ignore lint/suspicious/noArrayIndexKey: the drops never change.
        return <span key={at} className={styles.drop} style={style} />
      })}
    </span>
  )
}
