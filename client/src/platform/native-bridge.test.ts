import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberFirstRound } from '../session/device/first-round.ts'
import { nativePlatform, nativePushToken, nativeReady, requestNativeReview } from './native-bridge.ts'
import { KEY } from './storage.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  delete window.InklingAndroid
  delete window.InklingIos
  delete window.webkit
})

/** Adds a webkit wrapper that passes its messages to `receive`. */
function webkit(name: string, receive: (message: unknown) => void) {
  window.webkit = { messageHandlers: { [name]: { postMessage: receive } } }
}

describe('the native bridge', () => {
  it("recognises the platform by the wrapper's objects", () => {
    expect(nativePlatform()).toBeNull()
    webkit('pushToken', () => {})
    expect(nativePlatform()).toBe('ios')
    window.InklingAndroid = {}
    expect(nativePlatform()).toBe('android')
  })

  it('waits for a wrapper that loads late', async () => {
    const ready = nativeReady()
    await vi.advanceTimersByTimeAsync(2_000)
    window.InklingIos = {}
    await vi.advanceTimersByTimeAsync(100)
    expect(await ready).toBe('ios')
  })

  it('gives up waiting after 3 s', async () => {
    let platform: unknown = 'waiting'
    void nativeReady().then((found) => {
      platform = found
    })
    await vi.advanceTimersByTimeAsync(2_900)
    expect(platform).toBe('waiting')
    await vi.advanceTimersByTimeAsync(200)
    expect(platform).toBeNull()
  })

  it('requests the token of the app, which may be empty', async () => {
    window.InklingAndroid = { getPushToken: () => 'token' }
    expect(await nativePushToken()).toBe('token')
    window.InklingAndroid = { getPushToken: () => '' }
    expect(await nativePushToken()).toBeNull()
    delete window.InklingAndroid
    expect(await nativePushToken()).toBeNull()
  })

  it('receives a token through the callback of webkit', async () => {
    webkit('pushToken', (message) => {
      expect(message).toEqual({ callback: 'onInklingPushToken' })
      window.onInklingPushToken?.('token')
    })
    expect(await nativePushToken()).toBe('token')
    expect(window.onInklingPushToken).toBeUndefined()
  })

  it('returns null when webkit does not call back within 5 s', async () => {
    webkit('pushToken', () => {})
    const token = nativePushToken()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await token).toBeNull()
  })
})

describe('the review', () => {
  it('is requested through both kinds of wrappers', () => {
    const posted = vi.fn()
    webkit('requestReview', posted)
    requestNativeReview()
    expect(posted).toHaveBeenCalledWith({})
    const requestReview = vi.fn()
    window.InklingIos = { requestReview }
    requestNativeReview()
    expect(requestReview).toHaveBeenCalledOnce()
    expect(posted).toHaveBeenCalledOnce()
  })

  it('is requested only once, 2 s after the first round', async () => {
    const requestReview = vi.fn()
    window.InklingAndroid = { requestReview }
    rememberFirstRound()
    expect(localStorage.getItem(KEY.firstRoundComplete)).toMatch(/^\d{4}-\d\d-\d\dT/)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(requestReview).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(requestReview).toHaveBeenCalledOnce()
    expect(localStorage.getItem(KEY.reviewRequested)).toMatch(/^\d{4}-\d\d-\d\dT/)
    rememberFirstRound()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(requestReview).toHaveBeenCalledOnce()
  })

  it('is not requested in a browser', async () => {
    rememberFirstRound()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(localStorage.getItem(KEY.reviewRequested)).toBeNull()
  })
})
