import { copyText } from './clipboard.ts'

export interface Shared {
  title: string
  text: string
  url: string
}

export const isMobile = (): boolean => /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent)

/** Whether sharing opens the device's own sheet rather than copying. */
export const canShareNatively = (): boolean => typeof navigator.share === 'function' && isMobile()

/**
 * Passes a link on: with the device's own sheet on mobile devices, otherwise by the clipboard (spec section 7).
 * 'failed' leaves it to the caller to show what would have been copied.
 */
export async function shareLink(shared: Shared): Promise<'shared' | 'copied' | 'dismissed' | 'failed'> {
  if (canShareNatively()) {
    try {
      await navigator.share(shared)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
      console.info('The share sheet could not be opened:', error)
    }
  }
  return (await copyText(shared.url)) ? 'copied' : 'failed'
}
