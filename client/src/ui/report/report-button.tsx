import { Flag } from 'lucide-react'
import { useState } from 'react'
import { useHas } from '../../session/server/extensions.ts'
import type { Reportable } from '../../session/server/safety.ts'
import { useUser } from '../../session/session-store.ts'
import { IconButton } from '../controls/button.tsx'
import { loadDialog } from '../page/load-screen.ts'
import styles from './report-button.module.css'

const ReportSheet = loadDialog(() => import('./report-sheet.tsx'))

interface ReportButtonProps {
  thing: Reportable
  /** Whether the player holds the turn that shows it, and may pass it. */
  isOnTurn?: boolean
  /** Called after a report that also passed the turn. */
  onPassed?: () => void
  /** Whether the sheet is open, for a parent that decides it. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A quiet flag that opens the sheet to report something of another player; nothing on servers without reports. */
export function ReportButton({ thing, isOnTurn = false, onPassed, ...parent }: ReportButtonProps) {
  const [isOpenHere, setOpenHere] = useState(false)
  const { isOpen = isOpenHere, onOpenChange: setOpen = setOpenHere } = parent
  const ownId = useUser()?.id
  if (!useHas('reports') || thing.userId === ownId) return null
  return (
    <>
      <IconButton
        label={isOnTurn ? `Report this ${thing.kind}` : `Report ${WHAT[thing.kind]} of ${thing.username}`}
        className={styles.flag}
        onClick={() => setOpen(true)}
      >
        <Flag aria-hidden />
      </IconButton>
      {isOpen && (
        <ReportSheet thing={thing} isOnTurn={isOnTurn} onPassed={onPassed} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const WHAT: Record<Reportable['kind'], string> = {
  drawing: 'the drawing',
  guess: 'the guess',
  name: 'the name',
  avatar: 'the avatar',
  'group-name': 'the name',
  'group-avatar': 'the avatar',
}
