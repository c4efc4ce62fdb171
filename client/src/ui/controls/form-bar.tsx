import type { ReactNode } from 'react'
import { Notice } from '../dialogs/notice.tsx'
import styles from './form-bar.module.css'

interface FormBarProps {
  /** Why the form was not accepted. */
  problem: string | null
  /** The buttons. */
  children: ReactNode
  /** A line below the buttons. */
  note?: ReactNode
}

/** The buttons of a form that is longer than a phone, always in sight, with what is wrong above them. */
export function FormBar({ problem, children, note }: FormBarProps) {
  return (
    <div className={styles.bar}>
      {problem && <Notice tone="red">{problem}</Notice>}
      <div className={styles.buttons}>{children}</div>
      {note && <p className="text-xs soft text-center">{note}</p>}
    </div>
  )
}
