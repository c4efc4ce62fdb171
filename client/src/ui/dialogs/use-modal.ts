import { type RefObject, useLayoutEffect } from 'react'
import { create } from 'zustand'
import { focusHeading } from '../page/focus-heading.ts'

const useModals = create<{ open: readonly HTMLDialogElement[] }>(() => ({ open: [] }))

/** The modal that covers the page; null if there is none. The page behind it is inert. */
export const useTopModal = (): HTMLDialogElement | null => useModals(({ open }) => open.at(-1) ?? null)

/** Opens a dialog as a modal while it is rendered, and restores the focus afterwards. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // A layout effect, because close() restores the focus only while the dialog is in the document.
  useLayoutEffect(() => {
    const opened = dialog.current
    if (!opened) return
    const opener = document.activeElement
    if (!opened.open) opened.showModal()
    useModals.setState(({ open }) => ({ open: [...open, opened] }))
    return () => {
      useModals.setState(({ open }) => ({ open: open.filter((one) => one !== opened) }))
      opened.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      // The opener may be removed, disabled, or the body itself.
      if (document.activeElement !== opener || opener === document.body) focusHeading()
    }
  }, [dialog])
}
