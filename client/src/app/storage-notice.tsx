import { X } from 'lucide-react'
import { useState } from 'react'
import { type StorageTrouble, useStorageTrouble } from '../platform/storage.ts'
import { IconButton } from '../ui/controls/button.tsx'
import styles from './storage-notice.module.css'

const TEXTS: Record<StorageTrouble, string> = {
  full: 'There is no room to save your drawing. Play on, and keep this page open until it is submitted.',
  refused:
    'This browser saves nothing for this page. Play on; if you close it, an unfinished drawing is lost, and you may start as a new player.',
  deleted:
    'This browser has deleted what the game had saved. You are still the same player, but an unfinished drawing is gone.',
}

/** Tells the player once what is at risk when this browser does not keep what the game stores. */
export function StorageNotice() {
  const trouble = useStorageTrouble((state) => state.trouble)
  const [isRead, setRead] = useState(false)
  if (trouble === null || isRead) return null
  return (
    <div className={styles.place}>
      <div className={styles.notice} role="status">
        <span>{TEXTS[trouble]}</span>
        <IconButton label="Dismiss" onClick={() => setRead(true)}>
          <X aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
