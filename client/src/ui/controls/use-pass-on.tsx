import { type ReactNode, useEffect, useState } from 'react'
import type { ShareOutcome } from '../../platform/sharing/share.ts'
import { CopyFailedDialog } from './copy-failed-dialog.tsx'

/**
 * Passes a text on.
 * @returns whether it was copied in the last two seconds, for labels such as "Copied!"; what passes it on; and a dialog with
 * the text if the browser refuses.
 */
export function usePassOn(text: string, pass: () => Promise<ShareOutcome>): [boolean, () => void, ReactNode] {
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null)
  const reset = () => setOutcome(null)
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(null), 2000)
    return () => clearTimeout(timer)
  }, [outcome])
  return [
    outcome === 'copied',
    () => void pass().then(setOutcome),
    outcome === 'failed' && <CopyFailedDialog text={text} onClose={reset} />,
  ]
}
