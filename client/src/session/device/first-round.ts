import { SHELL } from '@inkling/mock-server/contract/constants'
import { nativePlatform, requestNativeReview } from '../../platform/native-bridge.ts'
import { KEY, local } from '../../platform/storage.ts'

/** Whether a turn was submitted on this device. */
export const hasPlayedHere = (): boolean => local.get(KEY.firstRoundComplete) !== null

/** Stores the date of the first submitted turn. In the native app, requests a review 2 s later, only once. */
export function rememberFirstRound(): void {
  if (hasPlayedHere()) return
  local.set(KEY.firstRoundComplete, new Date().toISOString())
  if (nativePlatform() === null || local.get(KEY.reviewRequested) !== null) return
  setTimeout(() => {
    local.set(KEY.reviewRequested, new Date().toISOString())
    requestNativeReview()
  }, SHELL.reviewDelayMs)
}
