import { PRODUCT } from '@inkling/mock-server/contract/constants'
import { Download, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { Month } from '../../day/calendar-days.ts'
import { monthText } from '../../day/day-text.ts'
import { canShareFile, saveFile, shareFile } from '../../platform/sharing/share-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { useMadeFile } from '../../ui/gif/use-made-file.ts'
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
  const { made, hasFailed, retry } = useMadeFile(`${PRODUCT.toLowerCase()}-${month}.gif`, async (signal) =>
    (await import('./flip-book.ts')).makeFlipBook(pages, { title: monthText(month), signal }),
  )
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
