import type { ReactNode } from 'react'
import styles from './setting.module.css'

/** A section of the settings, whose heading also labels its controls. */
export function Setting({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={styles.setting}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}
