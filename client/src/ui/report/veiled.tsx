import type { Hidden } from '@inkling/mock-server/contract/schemas/safety'
import { EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Reported } from '../../session/server/safety.ts'
import { Button } from '../controls/button.tsx'
import { TakeBack } from './take-back.tsx'
import { useFocusOnceVeiled } from './use-focus-once-veiled.ts'
import styles from './veiled.module.css'

interface VeiledProps {
  hidden: Hidden | undefined
  /** What the player may have reported, and can take back. */
  reported: Reported
  /** One line instead of a box, for a guess. */
  isLine?: boolean
  className?: string | undefined
  /** What is shown on request. */
  children: ReactNode
}

/** Covers its children if the player has reported them, or blocked their player, until they ask to see them. */
export function Veiled({ hidden, reported, isLine = false, className = '', children }: VeiledProps) {
  const [isShown, setShown] = useState(false)
  const isVeiled = !isShown && hidden !== undefined && hidden !== 'all'
  const text = useFocusOnceVeiled<HTMLParagraphElement>(isVeiled)
  if (!isVeiled) return children
  return (
    <div className={`${styles.veil} ${className}`} data-line={isLine}>
      <EyeOff aria-hidden />
      <p ref={text} tabIndex={-1}>
        {hidden === 'you' ? 'You hid this' : 'From a player you blocked'}
      </p>
      <Button size="small" tone="quiet" onClick={() => setShown(true)}>
        Show
      </Button>
      {hidden === 'you' && <TakeBack reported={reported} />}
    </div>
  )
}
