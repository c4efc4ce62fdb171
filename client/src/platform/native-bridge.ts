import { SHELL } from '@inkling/mock-server/contract/constants'

/** What the mobile wrapper puts on the window: one of these, according to the platform. */
interface NativeApp {
  /** Empty while there is none yet. */
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
    /** Where the webkit handler leaves a token. */
    onInklingPushToken?: (token: string) => void
  }
}

export type Platform = 'ios' | 'android'

/** The platform whose app this page runs in; null in a browser. */
export function nativePlatform(): Platform | null {
  if (window.InklingAndroid) return 'android'
  return window.InklingIos || webkitHandler('pushToken') ? 'ios' : null
}

/** Waits until the wrapper has put its bridge there, for up to 3 s. */
export async function nativeReady(): Promise<Platform | null> {
  const deadline = Date.now() + SHELL.bridgeWaitMs
  for (;;) {
    const platform = nativePlatform()
    if (platform || Date.now() >= deadline) return platform
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The device's push token by whichever way this wrapper has; null when it has none to give. */
export async function nativePushToken(): Promise<string | null> {
  const app = window.InklingAndroid ?? window.InklingIos
  if (app?.getPushToken) return (await app.getPushToken()) || null
  const handler = webkitHandler('pushToken')
  return handler ? askWebkit(handler) : null
}

/** Lets the app ask for a review in its store. */
export function requestNativeReview(): void {
  const app = window.InklingAndroid ?? window.InklingIos
  if (app?.requestReview) app.requestReview()
  else webkitHandler('requestReview')?.postMessage({})
}

const webkitHandler = (name: string): MessageHandler | undefined => window.webkit?.messageHandlers?.[name]

/** A webkit handler answers by calling back; one that does not within 5 s has no token. */
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
