import { copyText } from './clipboard.ts'

export interface Shared {
  title: string
  text: string
  url: string
}

export type ShareOutcome = 'shared' | 'copied' | 'dismissed' | 'failed'

export const isMobile = (): boolean => /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent)

/** Whether sharing opens the device's own sheet rather than copying. */
export const canShareNatively = (): boolean => typeof navigator.share === 'function' && isMobile()

/**
 * Passes a link on: with the device's own sheet on mobile devices, otherwise by the clipboard (spec section 7).
 * 'failed' leaves it to the caller to show what would have been copied.
 */
export const shareLink = (shared: Shared): Promise<ShareOutcome> => pass(shared, shared.url)

/** Passes a text on, in the same ways. */
export const shareText = (text: string): Promise<ShareOutcome> => pass({ text }, text)

async function pass(shared: ShareData, copied: string): Promise<ShareOutcome> {
  if (canShareNatively()) {
    try {
      await navigator.share(shared)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
      console.info('The share sheet could not be opened:', error)
    }
  }
  return (await copyText(copied)) ? 'copied' : 'failed'
}
