import { clsx } from 'clsx'
import styles from './group-code.module.css'

/** The code of a group, in large letters. */
export const GroupCode = ({ code, className }: { code: string; className?: string | undefined }) => (
  <p className={clsx(styles.code, className)} translate="no">
    <span aria-hidden>{code}</span>
    {/* Screen readers would read it as a word. */}
    <span className="visually-hidden">{[...code].join(' ')}</span>
  </p>
)
