import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Whether the browser considers the device connected. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Whether a call got no response within its time limit. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'

/** Whether a call got no response at all; each browser words this differently. */
export const isConnectionLost = (error: unknown): boolean =>
  isTimeout(error) ||
  (error instanceof TypeError && /failed to fetch|load failed|networkerror/i.test(error.message))

/** Whether to report a failed submission as a lost connection: also if its text contains Network. */
export const isNetworkFailure = (error: unknown): boolean =>
  isConnectionLost(error) || (error instanceof Error && /network/i.test(error.message))
