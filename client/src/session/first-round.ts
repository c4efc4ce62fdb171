import { SHELL } from '@inkling/mock-server/contract/constants'
import { nativePlatform, requestNativeReview } from '../platform/native-bridge.ts'
import { KEY, local } from '../platform/storage.ts'

/** Stores the date of the first submitted turn. In the native app, requests a review 2 s later, only once. */
export function rememberFirstRound(): void {
  if (local.get(KEY.firstRoundComplete) !== null) return
  local.set(KEY.firstRoundComplete, new Date().toISOString())
  if (nativePlatform() === null || local.get(KEY.reviewRequested) !== null) return
  setTimeout(() => {
    local.set(KEY.reviewRequested, new Date().toISOString())
    requestNativeReview()
  }, SHELL.reviewDelayMs)
}
