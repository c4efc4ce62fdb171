import { PRODUCT } from '@inkling/mock-server/contract/constants'
import { Download, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Month } from '../../day/calendar-days.ts'
import { monthText } from '../../day/day-text.ts'
import { canShareFile, saveFile, shareFile } from '../../platform/sharing/share-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { Loading } from '../../ui/page/state-panel.tsx'
import styles from './flip-book.module.css'
import type { FlipPage } from './flip-book.ts'

interface FlipBookDialogProps {
  month: Month
  pages: readonly FlipPage[]
  onClose: () => void
}

/** Makes the flip book of a month, shows it, and shares or saves it. */
export default function FlipBookDialog({ month, pages, onClose }: FlipBookDialogProps) {
  const [isRefused, setRefused] = useState(false)
  const { made, hasFailed, retry } = useFlipBook(month, pages)
  const save = () => made && saveFile(made.file, made.file.name)
  const share = async () => {
    if (made && (await shareFile(made.file, `${PRODUCT}, ${monthText(month)}`)) === 'failed') setRefused(true)
  }
  return (
    <Dialog
      title={`${monthText(month)} as a flip book`}
      onClose={onClose}
      actions={
        made ? (
          <>
            <Button size="small" icon={<Download aria-hidden />} onClick={save}>
              Save
            </Button>
            {canShareFile(made.file) && !isRefused && (
              <Button size="small" tone="primary" icon={<Share2 aria-hidden />} onClick={() => void share()}>
                Share
              </Button>
            )}
          </>
        ) : (
          hasFailed && (
            <Button size="small" onClick={retry}>
              Try Again
            </Button>
          )
        )
      }
    >
      {made ? (
        <img
          src={made.url}
          alt={`Your ${pages.length} drawings of the month, one after another`}
          className={styles.book}
        />
      ) : hasFailed ? (
        <Notice tone="red">The flip book could not be made.</Notice>
      ) : (
        <Loading inline text="Binding the pages..." />
      )}
    </Dialog>
  )
}

/** The GIF, or that making it failed. */
function useFlipBook(month: Month, pages: readonly FlipPage[]) {
  const [made, setMade] = useState<{ file: File; url: string } | null>(null)
  const [tries, setTries] = useState(1)
  const [failedTry, setFailedTry] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    let shown: string | null = null
    const make = async () => {
      const { makeFlipBook } = await import('./flip-book.ts')
      const blob = await makeFlipBook(pages, { title: monthText(month), signal: stop.signal })
      stop.signal.throwIfAborted()
      shown = URL.createObjectURL(blob)
      const file = new File([blob], `${PRODUCT.toLowerCase()}-${month}.gif`, { type: blob.type })
      setMade({ file, url: shown })
    }
    make().catch((error: unknown) => {
      if (stop.signal.aborted) return
      console.info('The flip book could not be made:', error)
      setFailedTry(tries)
    })
    return () => {
      stop.abort()
      if (shown !== null) URL.revokeObjectURL(shown)
    }
  }, [month, pages, tries])
  return { made, hasFailed: failedTry === tries, retry: () => setTries(tries + 1) }
}
