import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

export interface EditDialogProps {
  title: string
  isBusy: boolean
  /** Why saving failed. */
  problem: string | null
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, with Save and Cancel. */
export function EditDialog({ title, isBusy, problem, onSave, onClose, children }: EditDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      problem={problem}
      hasCancel
      actions={
        <Button size="small" tone="primary" busy={isBusy} onClick={onSave}>
          {isBusy ? 'Saving...' : 'Save'}
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
