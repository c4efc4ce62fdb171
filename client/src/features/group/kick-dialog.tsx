import type { Member } from '@inkling/mock-server/contract/schemas/group'
import { useState } from 'react'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import styles from './host-tools.module.css'

interface KickDialogProps {
  member: Member
  onKick: (keepOut: boolean) => void
  onClose: () => void
}

/** Asks before a member is kicked, and whether they may come back. */
export function KickDialog({ member, onKick, onClose }: KickDialogProps) {
  const [keepOut, setKeepOut] = useState(false)
  return (
    <Dialog
      isAlert
      title={`Kick ${isolatedName(member.username)}?`}
      onClose={onClose}
      hasCancel
      actions={
        <Button size="small" tone="danger" onClick={() => onKick(keepOut)}>
          Kick
        </Button>
      }
    >
      <p>{KICK_TEXT}</p>
      <label className={styles.check}>
        <input type="checkbox" checked={keepOut} onChange={(event) => setKeepOut(event.target.checked)} />
        <span>Also keep out: they cannot come back with the code</span>
      </label>
    </Dialog>
  )
}

export const KICK_TEXT = "They leave the group and, unless they have played, today's game."
