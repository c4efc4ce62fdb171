import { clsx } from 'clsx'
import styles from './player-name.module.css'

const LONG = 14

/** A player's name in a row: smaller when it is long, so that it does not break in the middle. */
export const PlayerName = ({ name }: { name: string }) => (
  <strong className={clsx(styles.name, name.length > LONG && styles.long)} translate="no">
    {name}
  </strong>
)
