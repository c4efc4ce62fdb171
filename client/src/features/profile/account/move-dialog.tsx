import { useQuery } from '@tanstack/react-query'
import { timeText } from '../../../day/locale.ts'
import { moveLink, spelledCode } from '../../../session/server/account.ts'
import { api } from '../../../session/server/api.ts'
import { messageOf } from '../../../session/session.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import QrCode from '../../../ui/controls/qr-code.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Notice } from '../../../ui/dialogs/notice.tsx'
import { Loading } from '../../../ui/page/state-panel.tsx'
import styles from './account-panel.module.css'

/** A code with which another device becomes this player, as text and as a picture to scan. */
export function MoveDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['move-code'],
    queryFn: () => api.createMoveCode(),
    gcTime: 0,
    // Waking refetches anything else, and a new code ends the one that is being typed.
    staleTime: 'static',
  })
  return (
    <Dialog title="Play on another device" onClose={onClose}>
      <div className={styles.dialog}>
        {error && <Notice tone="red">{messageOf(error, 'No code could be made. Please try again.')}</Notice>}
        {!data && !error && <Loading text="Making a code..." />}
        {data && (
          <>
            <p>Scan this with the other device, or choose "I already play" there and type the code.</p>
            <QrCode text={moveLink(data.code)} className={styles.qr} />
            <p className={styles.code} translate="no">
              <span aria-hidden="true">{spelledCode(data.code)}</span>
              <span className="visually-hidden">{[...data.code].join(' ')}</span>
            </p>
            <p className="text-sm soft">
              {`It works once, until ${timeText(Date.parse(data.expiresAt))}. Show it to nobody else: whoever uses it plays as you.`}
            </p>
            <CopyButton text={moveLink(data.code)} label="Copy Link" />
          </>
        )}
      </div>
    </Dialog>
  )
}
