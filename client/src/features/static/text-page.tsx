import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import styles from './text-page.module.css'

/** A page to read. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} back>
      <article className={styles.text}>{children}</article>
    </Page>
  )
}

export const LAST_UPDATED = 'Last updated January 2025'
