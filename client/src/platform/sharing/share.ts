import { copyText } from './clipboard.ts'

export interface Shared {
  title: string
  text: string
  url: string
}

export type ShareOutcome = 'shared' | 'copied' | 'dismissed' | 'failed'

/**
 * Whether this is a phone or tablet: a finger is its main pointer. Not by the name of the browser, because iPads call
 * themselves Macs.
 */
export const isMobile = (): boolean =>
  navigator.maxTouchPoints > 0 && window.matchMedia('(pointer: coarse)').matches

/** Whether sharing opens the device's share sheet. */
export const canShareNatively = (): boolean => typeof navigator.share === 'function' && isMobile()

/** Opens the share sheet with a link on mobile devices, and copies the link elsewhere. */
export const shareLink = (shared: Shared): Promise<ShareOutcome> => share(shared, shared.url)

/** Shares or copies a text; see {@link shareLink}. */
export const shareText = (text: string): Promise<ShareOutcome> => share({ text }, text)

async function share(shared: ShareData, copied: string): Promise<ShareOutcome> {
  if (canShareNatively()) {
    try {
      await navigator.share(shared)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
      console.info('The share sheet could not be opened:', error)
    }
  }
  return copyText(copied)
}
