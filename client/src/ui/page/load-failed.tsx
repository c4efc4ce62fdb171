import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { TroublePicture } from '../pictures/trouble-picture.tsx'
import { StatePanel } from './state-panel.tsx'

interface LoadFailedProps {
  error: unknown
  title: string
  text: string
  onRetry: () => void
  /** Further buttons, after Try Again. */
  children?: ReactNode
}

/** Replaces content that could not be loaded: says what failed and why, and offers a retry. */
export function LoadFailed({ error, title, text, onRetry, children }: LoadFailedProps) {
  return (
    <StatePanel
      role="alert"
      picture={<TroublePicture error={error} />}
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
