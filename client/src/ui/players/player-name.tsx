import { clsx } from 'clsx'
import { Name } from './name.tsx'
import styles from './player-name.module.css'

const LONG = 14

interface PlayerNameProps {
  name: string
  /** Tells players apart whose names look alike. */
  number?: number | undefined
}

/** A player's name in a row: smaller when it is long, so that it does not break in the middle. */
export const PlayerName = ({ name, number }: PlayerNameProps) => (
  <strong className={clsx(styles.name, name.length > LONG && styles.long)}>
    <Name>{name}</Name>
    {number !== undefined && <sup className={styles.number}>{number}</sup>}
  </strong>
)
