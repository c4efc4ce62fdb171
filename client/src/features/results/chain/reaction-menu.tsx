import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import styles from './step-reactions.module.css'

interface ReactionMenuProps {
  /** The button that has opened the menu. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

/** A menu in a row whose items the arrow keys, Home and End go through, and which Tab leaves. It takes the focus. */
export function ReactionMenu({ opener, onClose, children }: ReactionMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const all = itemsOf(menu)
    const checked = all.find((item) => item.getAttribute('aria-checked') === 'true')
    ;(checked ?? all[0])?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      // From there, the browser goes on.
      opener.current?.focus()
      return onClose()
    }
    const all = itemsOf(menu)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = nextItem(event.key, at, all.length)
    if (next === null) return
    event.preventDefault()
    // The story turns its page by arrow keys.
    event.stopPropagation()
    all[next]?.focus()
  }
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label="Reactions"
      className={styles.menu}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}

const itemsOf = ({ current }: RefObject<HTMLElement | null>): HTMLElement[] => [
  ...(current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? []),
]

/** The item that a key leads to; null for other keys. */
function nextItem(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowLeft':
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
