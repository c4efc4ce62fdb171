import { SHELL } from '@inkling/mock-server/contract/constants'

/** The object that the mobile wrapper adds to the window: one of these, depending on the platform. */
interface NativeApp {
  /** Empty while there is no token. */
  getPushToken?: () => string | Promise<string>
  requestReview?: () => void
}

interface MessageHandler {
  postMessage: (message: unknown) => void
}

declare global {
  interface Window {
    InklingAndroid?: NativeApp
    InklingIos?: NativeApp
    webkit?: { messageHandlers?: Record<string, MessageHandler | undefined> }
    /** The webkit handler stores a token here. */
    onInklingPushToken?: (token: string) => void
  }
}

export type Platform = 'ios' | 'android'

/** The platform of the app that shows this page; null in a browser. */
export function nativePlatform(): Platform | null {
  if (window.InklingAndroid) return 'android'
  return window.InklingIos || webkitHandler('pushToken') ? 'ios' : null
}

/** Waits up to 3 s for the wrapper to add its bridge. */
export async function nativeReady(): Promise<Platform | null> {
  const deadline = Date.now() + SHELL.bridgeWaitMs
  for (;;) {
    const platform = nativePlatform()
    if (platform || Date.now() >= deadline) return platform
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The device's push token through whichever bridge the wrapper has; null if there is none. */
export async function nativePushToken(): Promise<string | null> {
  const app = window.InklingAndroid ?? window.InklingIos
  if (app?.getPushToken) return (await app.getPushToken()) || null
  const handler = webkitHandler('pushToken')
  return handler ? askWebkit(handler) : null
}

/** Makes the app request a review. */
export function requestNativeReview(): void {
  const app = window.InklingAndroid ?? window.InklingIos
  if (app?.requestReview) app.requestReview()
  else webkitHandler('requestReview')?.postMessage({})
}

const webkitHandler = (name: string): MessageHandler | undefined => window.webkit?.messageHandlers?.[name]

/** A webkit handler responds by a callback. Without one within 5 s there is no token. */
function askWebkit(handler: MessageHandler): Promise<string | null> {
  return new Promise((resolve) => {
    const finish = (token: string | null) => {
      clearTimeout(timer)
      delete window.onInklingPushToken
      resolve(token || null)
    }
    const timer = setTimeout(() => finish(null), SHELL.webkitCallbackMs)
    window.onInklingPushToken = finish
    handler.postMessage({ callback: 'onInklingPushToken' })
  })
}
