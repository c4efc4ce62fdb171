import { SHELL } from '@inkling/mock-server/contract/constants'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KEY } from '../platform/storage.ts'
import { dropConnection, recorded, refuse, reply, server } from '../testing/server.ts'
import { withExtensions } from '../testing/with-extensions.ts'
import { checkPushToken, enablePush, isPushOn, mayAskForPush, rememberPushAsked, switchPush } from './push.ts'
import { loadExtensions } from './server/extensions.ts'
import { logout } from './session.ts'

let registered: unknown[] = []
let token = 'token-1'

beforeEach(() => {
  token = 'token-1'
  window.InklingAndroid = { getPushToken: () => token }
  registered = recorded('registerToken', { success: true })
  server.use(
    reply('unregisterToken', { success: true }),
    reply('updateNotificationSettings', { pushNotifications: false }),
  )
})
afterEach(() => {
  delete window.InklingAndroid
})

const sent = () => registered.map((one) => (one as { token: string }).token)

describe('the push prompt', () => {
  it('is displayed once in the native app', () => {
    expect(mayAskForPush()).toBe(true)
    rememberPushAsked()
    expect(mayAskForPush()).toBe(false)
  })

  it('is not displayed if notifications are not supported', () => {
    delete window.InklingAndroid
    expect(mayAskForPush()).toBe(false)
  })

  it('is displayed on an iPad, which calls itself a Mac', () => {
    delete window.InklingAndroid
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5)
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    expect(mayAskForPush()).toBe(true)
  })
})

describe('the token check', () => {
  it('registers only a changed token', async () => {
    await enablePush()
    await checkPushToken()
    expect(sent()).toEqual(['token-1'])
    token = 'token-2'
    await checkPushToken()
    expect(sent()).toEqual(['token-1', 'token-2'])
    expect(localStorage.getItem(KEY.pushToken)).toBe('token-2')
  })

  it('registers a token that the device provides late', async () => {
    token = ''
    expect(await enablePush()).toBe(false)
    token = 'late'
    await checkPushToken()
    expect(sent()).toEqual(['late'])
    expect(isPushOn()).toBe(true)
  })

  it('retries after a failed registration', async () => {
    server.use(refuse('registerToken', 'INTERNAL', 'The ink ran out'))
    await expect(enablePush()).rejects.toThrow('The ink ran out')
    expect(isPushOn()).toBe(false)
    registered = recorded('registerToken', { success: true })
    await checkPushToken()
    expect(sent()).toEqual(['token-1'])
    expect(isPushOn()).toBe(true)
  })

  it('registers the time zone where the server knows push times, and again after a journey', async () => {
    server.use(withExtensions('push-times'))
    await loadExtensions()
    const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    const travelTo = (timeZone: string) =>
      zone.mockReturnValue({ timeZone, locale: 'de-DE', hourCycle: 'h23' } as never)
    travelTo('Europe/Berlin')
    await enablePush()
    await checkPushToken()
    travelTo('Asia/Tokyo')
    await checkPushToken()
    expect(registered).toMatchObject([
      { token: 'token-1', timeZone: 'Europe/Berlin', hourCycle: 'h23' },
      { token: 'token-1', timeZone: 'Asia/Tokyo' },
    ])
  })

  it('skips players who chose "Maybe Later" or turned notifications off', async () => {
    rememberPushAsked()
    await checkPushToken()
    expect(registered).toEqual([])
    await enablePush()
    await switchPush(false)
    await checkPushToken()
    expect(registered).toHaveLength(1)
    expect(isPushOn()).toBe(false)
  })
})

describe('in a browser', () => {
  const permission = { permission: 'granted' }
  let endpoint = 'https://push.example/1'
  let keys: unknown[] = []
  let unsubscribed = 0
  let hasPushService = true

  beforeEach(() => {
    delete window.InklingAndroid
    hasPushService = true
    endpoint = 'https://push.example/1'
    keys = []
    unsubscribed = 0
    // Does not wait for a native app, which native-bridge.test.ts tests.
    vi.spyOn(SHELL, 'bridgeWaitMs', 'get').mockReturnValue(0 as 3000)
    vi.stubGlobal('PushManager', class {})
    permission.permission = 'granted'
    vi.stubGlobal('Notification', Object.assign(permission, { requestPermission: async () => 'granted' }))
    const pushManager = {
      getSubscription: async () => null,
      async subscribe({ applicationServerKey }: PushSubscriptionOptionsInit) {
        keys.push(applicationServerKey)
        if (!hasPushService) throw new Error('Registration failed - push service error')
        return { toJSON: () => ({ endpoint }) }
      },
    }
    const serviceWorker = {
      register: async () => ({}),
      ready: Promise.resolve({ pushManager }),
      getRegistration: async () => ({
        pushManager: { getSubscription: async () => ({ unsubscribe: async () => unsubscribed++ }) },
      }),
    }
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  })
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  const knowServerKey = async () => {
    server.use(reply('getExtensions', { extensions: [], contact: null, vapidKey: 'key of the server' }))
    await loadExtensions()
  }

  it('needs a key, which is that of the server before that of the build', async () => {
    await expect(enablePush()).rejects.toThrow('Push notifications are not supported in this browser')
    vi.stubEnv('VITE_PUSH_KEY', 'key of the build')
    await enablePush()
    await knowServerKey()
    await enablePush()
    expect(keys).toEqual(['key of the build', 'key of the server'])
  })

  it('without a push service says that notifications are not supported', async () => {
    await knowServerKey()
    hasPushService = false
    await expect(enablePush()).rejects.toThrow('Push notifications are not supported in this browser')
    expect(sent()).toEqual([])
  })

  it('registers the subscription again when the browser has replaced it', async () => {
    await knowServerKey()
    await enablePush()
    await checkPushToken()
    endpoint = 'https://push.example/2'
    await checkPushToken()
    expect(sent()).toEqual(['{"endpoint":"https://push.example/1"}', '{"endpoint":"https://push.example/2"}'])
  })

  it('ends without a connection too: the subscription first', async () => {
    await knowServerKey()
    await enablePush()
    server.use(dropConnection('unregisterToken'))
    await logout()
    expect(unsubscribed).toBe(1)
    for (const key of [KEY.pushToken, KEY.pushPlatform, KEY.pushTokenRegistered])
      expect(localStorage.getItem(key)).toBeNull()
  })

  it('on an iPhone says how the app comes to the home screen', async () => {
    vi.unstubAllGlobals()
    Object.assign(navigator, { standalone: false })
    await expect(enablePush()).rejects.toThrow(/choose Share, then "Add to Home Screen"/)
    Object.assign(navigator, { standalone: true })
    await expect(enablePush()).rejects.toThrow('Push notifications are not supported in this browser')
    Reflect.deleteProperty(navigator, 'standalone')
  })

  it('is off once the player has taken the permission back', async () => {
    await knowServerKey()
    await enablePush()
    permission.permission = 'denied'
    await checkPushToken()
    expect(isPushOn()).toBe(false)
  })
})

describe('the switch', () => {
  let settings: unknown[] = []

  beforeEach(() => {
    settings = recorded('updateNotificationSettings', { pushNotifications: true })
  })

  it("sends the player's choice to the server", async () => {
    expect(await switchPush(true)).toBe(true)
    expect(isPushOn()).toBe(true)
    expect(await switchPush(false)).toBe(true)
    expect(isPushOn()).toBe(false)
    expect(settings).toEqual([{ pushNotifications: true }, { pushNotifications: false }])
  })

  it('sends nothing when the device denies permission', async () => {
    token = ''
    expect(await switchPush(true)).toBe(false)
    expect(settings).toEqual([])
  })

  it('does not change when the server refuses', async () => {
    server.use(refuse('updateNotificationSettings', 'INTERNAL', 'The ink ran out'))
    await expect(switchPush(true)).rejects.toThrow('The ink ran out')
    expect(isPushOn()).toBe(false)
    await enablePush()
    await expect(switchPush(false)).rejects.toThrow('The ink ran out')
    expect(isPushOn()).toBe(true)
  })
})
