import { copyText } from './clipboard.ts'

export interface Shared {
  title: string
  text: string
  url: string
}

export type ShareOutcome = 'shared' | 'copied' | 'dismissed' | 'failed'

export const isMobile = (): boolean => /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent)

/** Whether sharing opens the device's share sheet rather than copying. */
export const canShareNatively = (): boolean => typeof navigator.share === 'function' && isMobile()

/**
 * Shares a link: with the share sheet on mobile devices, otherwise through the clipboard (spec section 7). On 'failed',
 * the caller shows the text to copy.
 */
export const shareLink = (shared: Shared): Promise<ShareOutcome> => pass(shared, shared.url)

/** Shares a text in the same ways. */
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
