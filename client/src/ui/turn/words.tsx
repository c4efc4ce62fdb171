import { clsx } from 'clsx'
import styles from './words.module.css'

/** A word or a guess in handwriting, highlighted. */
export function InkText({ text, small = false }: { text: string; small?: boolean }) {
  return (
    <strong className={clsx(styles.word, small && styles.small)} translate="no">
      {text}
    </strong>
  )
}
