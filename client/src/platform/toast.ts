import { create } from 'zustand'

/** A button in a toast. */
interface ToastAction {
  readonly label: string
  readonly onClick: () => void
}

/** The toast that the page shows. */
export const useToast = create<{ text: string | null; action: ToastAction | null; count: number }>(() => ({
  text: null,
  action: null,
  count: 0,
}))

/** Shows a short message for five seconds, or for ten with an action. The next one replaces it. */
export const toast = (text: string, action: ToastAction | null = null): void =>
  useToast.setState(({ count }) => ({ text, action, count: count + 1 }))

export const dismissToast = (): void => useToast.setState({ text: null, action: null })
