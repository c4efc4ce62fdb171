import { SHELL } from '@inkling/mock-server/contract/constants'
import { nativePlatform, requestNativeReview } from '../platform/native-bridge.ts'
import { KEY, local } from '../platform/storage.ts'

/** Remembers the first turn handed in, with its date; in the app, 2 s later, a review is asked for, once ever. */
export function rememberFirstRound(): void {
  if (local.get(KEY.firstRoundComplete) !== null) return
  local.set(KEY.firstRoundComplete, new Date().toISOString())
  if (nativePlatform() === null || local.get(KEY.reviewRequested) !== null) return
  setTimeout(() => {
    local.set(KEY.reviewRequested, new Date().toISOString())
    requestNativeReview()
  }, SHELL.reviewDelayMs)
}
