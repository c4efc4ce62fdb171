import { methodAndPath } from '@inkling/mock-server/contract/calls'
import { type Client, createClient } from '@inkling/mock-server/contract/client'
import { HEADER } from '@inkling/mock-server/contract/headers'
import { observeServerDate } from '../platform/server-clock.ts'
import { deviceId } from './device-id.ts'
import { keepToken, keepUser, useSession } from './session-store.ts'

const [, SIGN_IN] = methodAndPath('signInDevice')

/** The API on the page's own origin, with the session's token and its one retry after a 401 (spec section 4). */
export const api: Client = createClient({
  baseUrl: '',
  fetch: fetchInSession,
  token: () => useSession.getState().token,
  onReply: (_, response) => takeHeaders(response),
})

/** Signs this device in. Calls at the same time share one sign-in. */
export function signIn(): Promise<void> {
  signingIn ??= api
    .signInDevice({ body: { deviceId: deviceId() } })
    .then(({ token, user }) => {
      keepToken(token)
      keepUser(user)
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
  try {
    // When another call has signed in since this one left, its token will do.
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
  const sentAt = Date.now()
  const response = await fetch(input, init)
  observeServerDate(response.headers.get(HEADER.date), sentAt, Date.now())
  return response
}

function bearer(init: RequestInit): string | null {
  return new Headers(init.headers).get(HEADER.authorization)?.replace(/^Bearer /, '') ?? null
}

function takeHeaders({ headers }: Response): void {
  const renewed = headers.get(HEADER.tokenRenewed)
  if (renewed) keepToken(renewed)
  if (headers.get(HEADER.tokenRenewalSuggested)) {
    console.info(`This session ends in ${headers.get(HEADER.tokenDaysRemaining)} days`)
  }
}
