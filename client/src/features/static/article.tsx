import type { ReactNode } from 'react'
import { Page } from '../../ui/page/page.tsx'
import styles from './article.module.css'

export function Article({
  title,
  updated,
  children,
}: {
  title: string
  updated?: string
  children: ReactNode
}) {
  return (
    <Page title={title} back>
      <article className={styles.article}>
        {updated && <p className="soft">{updated}</p>}
        {children}
      </article>
    </Page>
  )
}
