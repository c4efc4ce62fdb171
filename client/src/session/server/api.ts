import { type Client, createClient } from '@inkling/mock-server/contract/client/client'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { YesterdayResults } from '@inkling/mock-server/contract/schemas/results'
import { methodAndPath } from '@inkling/mock-server/contract/table/calls'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { observeGameZone } from '../../platform/game-zone.ts'
import { observeServerDate } from '../../platform/server-clock.ts'
import { deviceId } from '../device/device-id.ts'
import { wholeHistory } from '../history-page.ts'
import { isLoggedOut, storeToken, storeUser, useSession } from '../session-store.ts'
import { shownChain, shownResults } from '../shown-chain.ts'
import { veiledToday, withVeiledNames } from '../veiled-names.ts'

const [, SIGN_IN] = methodAndPath('signInDevice')
const [, SUBMIT_TURN] = methodAndPath('submitTurn')

/** A refusal of any change by a suspended player. */
const SUSPENDED = /Your account is (suspended|closed)/

/** Called when the server says that the player is suspended, to load the profile again. */
let onSuspended = () => {}
export const whenSuspended = (listener: () => void): void => {
  onSuspended = listener
}

/** The time limit of a call, including the body. A phone needs time to upload a drawing of 512 KiB. */
const TIME_LIMIT_MS = { read: 10_000, change: 15_000, submission: 30_000 } as const

/** The API on the page's origin, with the session's token and one retry after a 401. */
const client = createClient({
  baseUrl: '',
  fetch: fetchInSession,
  token: () => useSession.getState().token,
})

export const api: Client = {
  ...client,
  getHistory: async (...call) => wholeHistory(await client.getHistory(...call)),
  getToday: async (...call) => shownToday(await client.getToday(...call)),
  getYesterdayResults: async (...call) => shownYesterday(await client.getYesterdayResults(...call)),
  getGame: async (...call) => shownResults(await client.getGame(...call)),
  getPublicResults: async (...call) => shownResults(await client.getPublicResults(...call)),
}

const shownYesterday = (results: YesterdayResults): YesterdayResults =>
  withVeiledNames({ ...results, chain: shownChain(results.chain) })

/** A server may send a day without participants. */
const shownToday = (today: Today): Today => (today.participants ? veiledToday(today) : today)

/**
 * Signs this device in. Concurrent calls share one sign-in.
 * @throws the error of the call, or an error if the player logged out meanwhile
 */
export function signIn(): Promise<void> {
  signingIn ??= api
    .signInDevice({ body: { deviceId: deviceId() } })
    .then(({ token, user }) => {
      if (isLoggedOut()) throw new Error('The player has logged out')
      storeToken(token)
      storeUser(user)
    })
    .finally(() => {
      signingIn = null
    })
  return signingIn
}

let signingIn: Promise<void> | null = null

async function fetchInSession(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const response = await timedFetch(input, init)
  if (response.status !== 401 || input === SIGN_IN) return response
  const refused = bearer(init)
  // A call of a session that has ended.
  if (isLoggedOut()) return response
  try {
    // If another call has signed in since this one was sent, retry with its token.
    if (refused === null || refused === useSession.getState().token) await signIn()
  } catch (error) {
    console.info('Signing in again failed:', error)
    return response
  }
  const headers = new Headers(init.headers)
  headers.set(HEADER.authorization, `Bearer ${useSession.getState().token}`)
  return timedFetch(input, { ...init, headers })
}

async function timedFetch(input: string | URL | Request, init: RequestInit): Promise<Response> {
  const sentAt = performance.now()
  const response = await fetch(input, { ...init, signal: withTimeLimit(input, init) })
  observeServerDate(response.headers.get(HEADER.date), sentAt, performance.now())
  readHeaders(response, bearer(init))
  if (response.status === 403 && SUSPENDED.test(await response.clone().text())) onSuspended()
  return response
}

/** A signal that aborts with the caller's, or with a TimeoutError when the call takes too long. */
function withTimeLimit(input: string | URL | Request, { method, signal }: RequestInit): AbortSignal {
  const aborting = new AbortController()
  const kind = method === 'GET' ? 'read' : input === SUBMIT_TURN ? 'submission' : 'change'
  setTimeout(
    () => aborting.abort(new DOMException('No response in time', 'TimeoutError')),
    TIME_LIMIT_MS[kind],
  )
  if (signal?.aborted) aborting.abort(signal.reason)
  signal?.addEventListener('abort', () => aborting.abort(signal.reason), { once: true })
  return aborting.signal
}

function bearer(init: RequestInit): string | null {
  return new Headers(init.headers).get(HEADER.authorization)?.replace(/^Bearer /, '') ?? null
}

/** @param sentWith the token of the call: a renewed token belongs to that session, which may have ended meanwhile */
function readHeaders({ headers }: Response, sentWith: string | null): void {
  observeGameZone(headers.get(HEADER.gameTimeZone))
  const renewed = headers.get(HEADER.tokenRenewed)
  if (renewed && sentWith === useSession.getState().token && !isLoggedOut()) storeToken(renewed)
  if (headers.get(HEADER.tokenRenewalSuggested)) {
    console.info(`This session ends in ${headers.get(HEADER.tokenDaysRemaining)} days`)
  }
}
