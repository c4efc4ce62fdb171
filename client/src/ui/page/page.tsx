import { PRODUCT } from '@inkling/mock-server/contract/constants'
import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { IconButton } from '../controls/button.tsx'
import styles from './page.module.css'
import { useGoBack } from './use-go-back.ts'

interface PageProps {
  /** The document's title after the product's name. */
  title: string
  /** The visible heading; by default the title. Null when the screen has an h1 of its own. */
  heading?: ReactNode | null
  /** Shows a back link before the heading: to this path, or one step back in history. */
  back?: string | true
  /** wide: two columns on a desktop. tight: screens that must fit a phone without scrolling. */
  width?: 'column' | 'wide'
  tight?: boolean
  centred?: boolean
  className?: string | undefined
  children: ReactNode
}

/** One screen in the sketchbook: title, heading, back link, column. */
export function Page({
  title,
  heading = title,
  back,
  width,
  tight,
  centred,
  className,
  children,
}: PageProps) {
  return (
    <main
      className={clsx(
        styles.page,
        width === 'wide' && styles.wide,
        tight && styles.tight,
        centred && styles.centred,
        className,
      )}
    >
      <title>{`${PRODUCT} - ${title}`}</title>
      {(heading !== null || back) && (
        <div className={styles.head}>
          {back && <BackButton to={back} />}
          {heading !== null && <h1 className={styles.heading}>{heading}</h1>}
        </div>
      )}
      {children}
    </main>
  )
}

function BackButton({ to }: { to: string | true }) {
  const navigate = useNavigate()
  const goBack = useGoBack()
  return (
    <IconButton label="Back" onClick={() => (to === true ? goBack() : void navigate(to))}>
      <ArrowLeft aria-hidden />
    </IconButton>
  )
}
