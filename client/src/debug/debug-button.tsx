import { Bug } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../session/session-store.ts'
import styles from './debug-menu.module.css'
import { DebugMenu } from './debug-menu.tsx'

/** Opens the debug menu from the edge of every screen. Loaded only in development and in the demo. */
export default function DebugButton() {
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  if (!user) return null
  return (
    <>
      <button type="button" className={styles.open} aria-label="Debug Menu" onClick={() => setOpen(true)}>
        <Bug aria-hidden />
      </button>
      {isOpen && <DebugMenu user={user} onClose={() => setOpen(false)} />}
    </>
  )
}
