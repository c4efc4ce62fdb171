import { type RefObject, useLayoutEffect } from 'react'
import { focusHeading } from './focus-heading.ts'

/** Opens a dialog over the page as long as it is rendered. Afterwards the focus returns to where it was. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // The cleanup of a layout effect runs while the dialog is still in the document: only then does it return the
  // focus.
  useLayoutEffect(() => {
    const opened = dialog.current
    if (!opened) return
    const opener = document.activeElement
    if (!opened.open) opened.showModal()
    return () => {
      opened.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      // The opener may be gone, disabled, or the body itself.
      if (document.activeElement !== opener || opener === document.body) focusHeading()
    }
  }, [dialog])
}
