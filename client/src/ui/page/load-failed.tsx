import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { TroublePicture } from '../pictures/trouble-picture.tsx'
import { StatePanel } from './state-panel.tsx'

interface LoadFailedProps {
  error: unknown
  title: string
  text: string
  onRetry: () => void
  /** Beside other content rather than filling the screen. */
  inline?: boolean
  /** Further buttons, after Try Again. */
  children?: ReactNode
}

/** Replaces content that could not be loaded: says what failed and why, and offers a retry. */
export function LoadFailed({ error, title, text, onRetry, inline = false, children }: LoadFailedProps) {
  return (
    <StatePanel
      role="alert"
      inline={inline}
      picture={<TroublePicture error={error} small={inline} />}
      title={title}
      text={text}
      actions={
        <>
          <Button tone="primary" onClick={onRetry}>
            Try Again
          </Button>
          {children}
        </>
      }
    />
  )
}
