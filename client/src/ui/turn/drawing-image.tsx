import { CANVAS } from '@inkling/mock-server/contract/constants'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './drawing-image.module.css'

interface DrawingImageProps {
  png: string
  alt: string
  className?: string | undefined
  /** What covers the picture. */
  children?: ReactNode
}

/** A player's drawing on its white sheet. */
export function DrawingImage({ png, alt, className, children }: DrawingImageProps) {
  return (
    <div className={clsx(styles.frame, className)}>
      <img src={drawingUrl(png)} alt={alt} width={CANVAS.size} height={CANVAS.size} />
      {children}
    </div>
  )
}

/** More than the chain of the largest group. */
const MAX_DRAWINGS = 500

const urls = new Map<string, string>()

/**
 * The address of a drawing in base64 PNG, with or without its data prefix, for images. The page keeps one blob of each
 * drawing, instead of its text in every image; an address is valid until many other drawings were shown.
 */
export function drawingUrl(png: string): string {
  const base64 = png.slice(png.indexOf(',') + 1)
  const known = urls.get(base64)
  if (known !== undefined) return known
  const url = URL.createObjectURL(new Blob([bytesOf(base64)], { type: 'image/png' }))
  urls.set(base64, url)
  const [oldest] = urls
  if (oldest && urls.size > MAX_DRAWINGS) {
    urls.delete(oldest[0])
    URL.revokeObjectURL(oldest[1])
  }
  return url
}

/** Nothing for text that is not base64, which browsers show as a broken image. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
