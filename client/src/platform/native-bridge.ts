import { SHELL } from '@inkling/mock-server/contract/constants'

/** The object that a mobile wrapper adds to the window. */
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
    /** Called by the webkit handler with a token. */
    onInklingPushToken?: (token: string) => void
  }
}

export type Platform = 'ios' | 'android'

/** The platform of the native wrapper; null in a browser. */
export function nativePlatform(): Platform | null {
  if (window.InklingAndroid) return 'android'
  return window.InklingIos || webkitHandler('pushToken') ? 'ios' : null
}

/** Waits up to 3 s for the wrapper to add its bridge. */
export async function nativeReady(): Promise<Platform | null> {
  const deadline = performance.now() + SHELL.bridgeWaitMs
  for (;;) {
    const platform = nativePlatform()
    if (platform || performance.now() >= deadline) return platform
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The device's push token, through the wrapper's bridge; null if there is none. */
export async function nativePushToken(): Promise<string | null> {
  const app = window.InklingAndroid ?? window.InklingIos
  if (app?.getPushToken) return (await app.getPushToken()) || null
  const handler = webkitHandler('pushToken')
  return handler ? askWebkit(handler) : null
}

/** Asks the app to request a review. */
export function requestNativeReview(): void {
  const app = window.InklingAndroid ?? window.InklingIos
  if (app?.requestReview) app.requestReview()
  else webkitHandler('requestReview')?.postMessage({})
}

const webkitHandler = (name: string): MessageHandler | undefined => window.webkit?.messageHandlers?.[name]

/** Requests a token from a webkit handler, which responds through a callback. Returns null after 5 s without one. */
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
