import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isConnectionLost } from '../../platform/online.ts'
import { KEY } from '../../platform/storage.ts'
import { aToday, aUser } from '../../testing/builders.ts'
import { held, recorded, refuse, reply, server, stall } from '../../testing/server.ts'
import { logUsageEvents } from '../../testing/usage-events.ts'
import { authenticate, followOtherTabs, logout, refreshProfile } from '../session.ts'
import { isLoggedOut, storeToken, storeUser, useSession } from '../session-store.ts'
import { api } from './api.ts'

let signIns: unknown[] = []

/** Mocks a server that accepts only one token and issues it at sign-in. */
function serverWithToken(good: string) {
  server.use(
    http.get('*/api/game/today', ({ request }) =>
      request.headers.get('authorization') === `Bearer ${good}`
        ? HttpResponse.json(aToday())
        : HttpResponse.json(
            { error: { code: 'AUTH_INVALID', message: 'This session has ended' } },
            { status: 401 },
          ),
    ),
  )
  signIns = recorded('signInDevice', { user: aUser(), token: good, isNewUser: false })
}

const renewed = (token: string) => ({ headers: { [HEADER.tokenRenewed]: token } })

beforeEach(() => {
  localStorage.setItem(KEY.deviceId, 'device_1_ann')
  storeToken('old')
  storeUser(aUser())
})

describe('a call refused with 401', () => {
  it('signs in with the same device id, once for ten calls at the same time, and retries them', async () => {
    serverWithToken('new')
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.getToday()))
    expect(answers.map(({ gameId }) => gameId)).toEqual(Array(10).fill('game1'))
    expect(signIns).toEqual([{ deviceId: 'device_1_ann' }])
    expect(localStorage.getItem(KEY.authToken)).toBe('new')
  })

  it('is retried only once', async () => {
    serverWithToken('never issued')
    signIns = recorded('signInDevice', { user: aUser(), token: 'useless', isNewUser: false })
    await expect(api.getToday()).rejects.toMatchObject({ status: 401 })
    expect(signIns).toHaveLength(1)
  })

  it('throws its own error when signing in fails', async () => {
    serverWithToken('new')
    server.use(refuse('signInDevice', 'AUTH_INVALID', 'Unknown device'))
    await expect(api.getToday()).rejects.toMatchObject({ message: 'This session has ended' })
  })
})

describe('a call without a response', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  })

  it.each([
    ['getToday', 10_000, () => api.getToday()],
    ['startTurn', 15_000, () => api.startTurn()],
    ['submitTurn', 30_000, () => api.submitTurn({ body: { content: { guess: 'a' }, timeSpent: 1 } })],
  ] as const)('times out: %s after %i ms', async (name, limit, call) => {
    server.use(stall(name))
    let failure: unknown
    call().catch((error: unknown) => {
      failure = error
    })
    await vi.advanceTimersByTimeAsync(limit - 1_000)
    expect(failure).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_000)
    await vi.waitFor(() => expect(isConnectionLost(failure)).toBe(true), 15_000)
  })

  it('may take long, as long as its body does not fall silent', async () => {
    storeToken('token-1')
    storeUser(aUser())
    let body: ReadableStreamDefaultController<Uint8Array> | undefined
    const stream = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          body = controller
        },
      })
    server.use(
      http.get(
        '*/api/user/profile',
        () => new HttpResponse(stream(), { headers: { 'content-type': 'application/json' } }),
      ),
    )
    const say = async (text: string) => {
      body?.enqueue(new TextEncoder().encode(text))
      await vi.advanceTimersByTimeAsync(8_000)
    }
    const slow = api.getProfile()
    await vi.waitFor(() => expect(body).toBeDefined(), 15_000)
    await say('{"user')
    await say('name":')
    await say('"Ann"')
    body?.enqueue(new TextEncoder().encode('}'))
    body?.close()
    expect(await slow).toMatchObject({ username: 'Ann' })
    const fetching = vi.spyOn(globalThis, 'fetch')
    body = undefined
    void api.getProfile().catch(() => {})
    await vi.waitFor(() => expect(body).toBeDefined(), 15_000)
    await say('{"user')
    // The body of a mocked response does not end with it.
    const signal = fetching.mock.lastCall?.[1]?.signal
    expect(signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(signal?.aborted).toBe(true)
  })

  it('can be aborted by its caller', async () => {
    server.use(stall('getToday'))
    const leaving = new AbortController()
    const failure = api.getToday({}, { signal: leaving.signal }).catch((error: unknown) => error)
    leaving.abort()
    expect(await failure).toMatchObject({ name: 'AbortError' })
  })
})

describe('the headers of a response', () => {
  it('renew the token', async () => {
    server.use(http.get('*/api/game/today', () => HttpResponse.json(aToday(), renewed('renewed'))))
    await api.getToday()
    expect(localStorage.getItem(KEY.authToken)).toBe('renewed')
    expect(useSession.getState().token).toBe('renewed')
  })

  it.each([
    ['in this tab', () => logout()],
    [
      'in another tab',
      // Before this tab is notified.
      async () => {
        localStorage.setItem(KEY.loggedOut, 'Ann')
        localStorage.removeItem(KEY.authToken)
      },
    ],
  ])('do not renew the token of a session that was ended %s', async (_, end) => {
    const poll = held('getToday', aToday(), renewed('renewed'))
    server.use(poll.handler)
    const answered = api.getToday()
    await poll.requested
    await end()
    poll.release()
    await answered
    expect(localStorage.getItem(KEY.authToken)).toBeNull()
  })

  it('are logged when the session ends soon', async () => {
    const headers = { [HEADER.tokenRenewalSuggested]: 'true', [HEADER.tokenDaysRemaining]: '9' }
    server.use(http.get('*/api/game/today', () => HttpResponse.json(aToday(), { headers })))
    await api.getToday()
    expect(vi.mocked(console.info)).toHaveBeenCalledWith('This session ends in 9 days')
    expect(localStorage.getItem(KEY.authToken)).toBe('old')
  })
})

describe('after Log Out', () => {
  it('a refused call is neither retried nor signs in again', async () => {
    const calls = vi.spyOn(globalThis, 'fetch')
    const poll = held('getToday', aToday(), { status: 401 })
    server.use(poll.handler)
    const answered = api.getToday().catch((error: unknown) => error)
    await poll.requested
    await logout()
    poll.release()
    expect(await answered).toMatchObject({ status: 401 })
    expect(calls).toHaveBeenCalledOnce()
  })

  it('a sign-in that was running has no effect', async () => {
    const signIn = held('signInDevice', { user: aUser(), token: 'new', isNewUser: false })
    server.use(signIn.handler)
    useSession.setState({ token: null, user: null })
    const result = authenticate()
    await signIn.requested
    await logout()
    signIn.release()
    expect(await result).toBe(false)
    expect(localStorage.getItem(KEY.authToken)).toBeNull()
  })

  it('a profile that arrives late is not stored', async () => {
    const profile = held('getProfile', aUser())
    server.use(profile.handler)
    const refreshed = refreshProfile()
    await profile.requested
    await logout()
    profile.release()
    await refreshed
    expect(localStorage.getItem(KEY.userData)).toBeNull()
  })

  it('this device gets no notifications, and nothing of the player remains', async () => {
    const unregistered: unknown[] = []
    server.use(
      reply('unregisterToken', async (request) => {
        unregistered.push([request.headers.get('authorization'), await request.json()])
        return { success: true }
      }),
    )
    localStorage.setItem(KEY.pushToken, 'token-1')
    localStorage.setItem(KEY.pushPlatform, 'web')
    localStorage.setItem(KEY.pushTokenRegistered, 'true')
    localStorage.setItem(`${KEY.savedDrawing}turn1`, '{"word":"a secret"}')
    localStorage.setItem(KEY.bestGuessSelected, 'kettle')
    localStorage.setItem(KEY.onboardingComplete, 'true')
    localStorage.setItem(KEY.sessionStart, String(Date.now() - 90_000))
    sessionStorage.setItem(KEY.historyCache, '{}')
    const usageEvents = logUsageEvents()
    await logout()
    expect(usageEvents()).toEqual([{ name: 'session_length', seconds: 90 }])
    expect(unregistered).toEqual([['Bearer old', { token: 'token-1', platform: 'web' }]])
    expect({ ...localStorage }).toEqual({
      [KEY.deviceId]: 'device_1_ann',
      [KEY.loggedOut]: 'Ann',
      [KEY.sessionStart]: expect.any(String),
    })
    expect(useSession.getState()).toMatchObject({ token: null, user: null, hasCompletedOnboarding: false })
    expect(sessionStorage).toHaveLength(0)
  })

  it('does not wait long for a server that does not respond', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    localStorage.setItem(KEY.pushToken, 'token-1')
    localStorage.setItem(KEY.pushPlatform, 'web')
    server.use(stall('unregisterToken'))
    let isDone = false
    const done = logout().then(() => {
      isDone = true
    })
    expect(isLoggedOut()).toBe(true)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    await done
  })
})

describe('other tabs', () => {
  const onLogout = vi.fn()
  const onOtherPlayer = vi.fn()
  /** Changes an entry as another tab does: this tab gets an event. */
  const change = (key: string, newValue: string | null) => {
    if (newValue === null) localStorage.removeItem(key)
    else localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  }

  beforeEach(() => {
    onLogout.mockClear()
    onOtherPlayer.mockClear()
    return followOtherTabs({ onLogout, onOtherPlayer })
  })

  it('renew the token of this one', () => {
    change(KEY.authToken, 'renewed there')
    expect(useSession.getState().token).toBe('renewed there')
    expect(onLogout).not.toHaveBeenCalled()
  })

  it('end the session of this one with Log Out', () => {
    sessionStorage.setItem(KEY.historyCache, '{}')
    change(KEY.loggedOut, 'Ann')
    change(KEY.authToken, null)
    expect(onLogout).toHaveBeenCalledOnce()
    expect(useSession.getState()).toMatchObject({ token: null, user: null })
    expect(sessionStorage).toHaveLength(0)
  })

  const ben = aUser({ id: 'ben', username: 'Ben' })
  /** Another tab makes this device one of Ben. */
  const moveElsewhere = () => {
    change(KEY.userData, JSON.stringify(ben))
    change(KEY.authToken, "Ben's")
  }

  it('change the profile of this one', () => {
    change(KEY.userData, JSON.stringify(aUser({ username: 'Annabel' })))
    expect(useSession.getState().user?.username).toBe('Annabel')
  })

  it('that play as somebody else end this one, which keeps its own player and changes nothing any more', async () => {
    const today = held('getToday', aToday(), renewed("Ann's"))
    const profile = held('getProfile', aUser({ username: 'Annabel' }))
    server.use(today.handler, profile.handler)
    const calls = [api.getToday(), refreshProfile()]
    await Promise.all([today.requested, profile.requested])
    moveElsewhere()
    expect(onOtherPlayer).toHaveBeenCalledWith('Ben')
    expect(useSession.getState()).toMatchObject({ token: 'old', user: { username: 'Ann' } })
    // What was on its way replaces neither the player nor the token of the other tab.
    today.release()
    profile.release()
    await Promise.all(calls)
    expect(JSON.parse(localStorage.getItem(KEY.userData) ?? '')).toEqual(ben)
    expect(localStorage.getItem(KEY.authToken)).toBe("Ben's")
    // A call that would rename Ben fails before it is sent: the server of this test does not know it.
    await expect(api.updateProfile({ body: { username: 'Annabel' } })).rejects.toThrow()
  })

  it('are noticed at the next call by a page that was frozen and got no event', async () => {
    localStorage.setItem(KEY.userData, JSON.stringify(ben))
    localStorage.setItem(KEY.authToken, "Ben's")
    await expect(api.updateProfile({ body: { username: 'Annabel' } })).rejects.toThrow()
    expect(onOtherPlayer).toHaveBeenCalledWith('Ben')
  })

  it('are not followed by a device that was signed out elsewhere and so has a new player', async () => {
    localStorage.setItem(KEY.onboardingComplete, 'true')
    serverWithToken('new')
    server.use(
      reply('signInDevice', {
        user: aUser({ id: 'new', username: 'Player1234' }),
        token: 'new',
        isNewUser: true,
      }),
    )
    await expect(api.getToday()).rejects.toMatchObject({ code: 'AUTH_INVALID' })
    expect(onOtherPlayer).toHaveBeenCalledWith('Player1234')
    expect(useSession.getState()).toMatchObject({ token: 'old', user: { username: 'Ann' } })
    expect(localStorage.getItem(KEY.authToken)).toBe('new')
    expect(localStorage.getItem(KEY.onboardingComplete)).toBeNull()
  })

  it('do not end it when the browser deletes the storage', () => {
    change(KEY.authToken, null)
    expect(onLogout).not.toHaveBeenCalled()
    expect(useSession.getState().token).toBe('old')
  })
})

describe('authentication', () => {
  it('does nothing when there is a session', async () => {
    expect(await authenticate()).toBe(true)
  })

  it('creates a device id when there is none, and refreshes the profile', async () => {
    localStorage.clear()
    useSession.setState({ token: null, user: null })
    serverWithToken('new')
    server.use(reply('getProfile', aUser({ username: 'Annabel' })))
    expect(await authenticate()).toBe(true)
    expect(localStorage.getItem(KEY.deviceId)).toMatch(/^device_\d+_[0-9a-z]{20,}$/)
    expect(signIns).toEqual([{ deviceId: localStorage.getItem(KEY.deviceId) }])
    expect(useSession.getState().user?.username).toBe('Annabel')
  })

  it('succeeds without the profile right after signing in, but not with a token and no stored user', async () => {
    useSession.setState({ token: null, user: null })
    serverWithToken('new')
    server.use(refuse('getProfile', 'INTERNAL', 'The ink ran out'))
    expect(await authenticate()).toBe(true)
    expect(useSession.getState().user?.username).toBe('Ann')
    useSession.setState({ user: null })
    expect(await authenticate()).toBe(false)
    expect(useSession.getState().error).toBe('The ink ran out')
  })

  it('does nothing a second time while it is running', async () => {
    useSession.setState({ token: null, user: null })
    serverWithToken('new')
    server.use(reply('getProfile', aUser()))
    expect(await Promise.all([authenticate(), authenticate()])).toEqual([true, false])
    expect(signIns).toHaveLength(1)
  })

  it.each([
    ['The ink ran out', 'The ink ran out'],
    ['', 'Authentication failed'],
  ])('returns false when it fails (%s), and stores the error', async (message, error) => {
    useSession.setState({ token: null, user: null })
    server.use(refuse('signInDevice', 'INTERNAL', message))
    expect(await authenticate()).toBe(false)
    expect(useSession.getState()).toMatchObject({ error, isLoading: false })
  })
})
