import { useState } from 'react'
import { useHas } from '../../session/server/extensions.ts'
import { loadDialog } from '../page/load-screen.ts'

const MoveHereDialog = loadDialog(() => import('./move-here-dialog.tsx'))

interface AlreadyPlayingProps {
  /** The button that opens the field. */
  children: (open: () => void) => React.ReactNode
}

/** For players who have a code from another device; nothing on servers without devices. */
export function AlreadyPlaying({ children }: AlreadyPlayingProps) {
  const [isOpen, setOpen] = useState(false)
  if (!useHas('devices')) return null
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen && <MoveHereDialog code="" onClose={() => setOpen(false)} />}
    </>
  )
}
