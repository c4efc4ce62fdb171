import { CANVAS } from '@inkling/mock-server/contract/constants'
import { clsx } from 'clsx'
import styles from './drawing.module.css'
import { drawingUrl } from './drawing-url.ts'

/** A player's drawing on its white sheet. */
export function Drawing({
  png,
  alt,
  className,
}: {
  png: string
  alt: string
  className?: string | undefined
}) {
  return (
    <div className={clsx(styles.frame, className)}>
      <img src={drawingUrl(png)} alt={alt} width={CANVAS.size} height={CANVAS.size} />
    </div>
  )
}
