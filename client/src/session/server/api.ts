import { type Client, clientOver, httpRequest } from '@inkling/mock-server/contract/client/client'
import type { Transport } from '@inkling/mock-server/contract/client/transport'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { YesterdayResults } from '@inkling/mock-server/contract/schemas/results'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { observeGameZone } from '../../platform/game-zone.ts'
import { observeServerDate } from '../../platform/server-clock.ts'
import { deviceId } from '../device/device-id.ts'
import { wholeHistory } from '../history-page.ts'
import {
  isLoggedOut,
  otherPlayer,
  storeOtherPlayer,
  storeToken,
  storeUser,
  useSession,
} from '../session-store.ts'
import { shownChain, shownResults } from '../shown-chain.ts'
import { veiledToday, withVeiledNames } from '../veiled-names.ts'

/** A refusal of any change by a suspended player. */
const SUSPENDED = /Your account is (suspended|closed)/

/** Called when the server says that the player is suspended, to load the profile again. */
let onSuspended = () => {}
export const whenSuspended = (listener: () => void): void => {
  onSuspended = listener
}

/** Called when another player plays on this device, with their name: this page still shows the one before. */
let onOtherPlayer: (name: string) => void = () => {}
export const whenOtherPlayer = (listener: (name: string) => void): void => {
  onOtherPlayer = listener
}

/** Called with the number of bytes of an export that have arrived. */
let onExported: (bytes: number) => void = () => {}
export const whenExported = (listener: (bytes: number) => void): void => {
  onExported = listener
}

/** Whether this page shows a player who no longer plays on this device. If so, it is left. */
export function isOtherPlayers(): boolean {
  const other = otherPlayer()
  if (other) onOtherPlayer(other.username)
  return other !== null
}

/**
 * How long a call may be silent: until the response begins, and between the pieces of its body, which may take long as a
 * whole. A phone needs time to upload a drawing of 512 KiB.
 */
export const SILENCE_LIMIT_MS = { read: 10_000, change: 15_000, submission: 30_000 } as const

const currentToken = () => useSession.getState().token

/** The API on the page's origin, with the session's token. */
const client = clientOver(callInSession, { token: currentToken })

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
  const id = deviceId()
  signingIn ??= api
    .signInDevice({ body: { deviceId: id } })
    .then(({ token, user }) => {
      if (isLoggedOut()) throw new Error('The player has logged out')
      if (deviceId() !== id) throw new Error('The earlier id of this device has been found')
      const before = useSession.getState().user
      // The device was signed out elsewhere: it has another player from now on.
      if (before && before.id !== user.id) {
        storeOtherPlayer(user, token)
        onOtherPlayer(user.username)
        throw new Error(OTHER_PLAYER)
      }
      storeUser(user)
      storeToken(token)
    })
    .finally(() => {
      signingIn = null
    })
  return signingIn
}

let signingIn: Promise<void> | null = null

type Call = Parameters<Transport>

const OTHER_PLAYER = 'Another player plays on this device now.'

/** Sends a call, and once more with a new token after a 401. */
async function callInSession(...[name, parts, context]: Call): Promise<Response> {
  if (isOtherPlayers()) throw new Error(OTHER_PLAYER)
  const response = await send(name, parts, context)
  // Also a call of a session that has ended is not repeated.
  if (response.status !== 401 || name === 'signInDevice' || isLoggedOut()) return response
  try {
    // If another call has signed in since this one was sent, retry with its token.
    if (!context.token || context.token === currentToken()) await signIn()
  } catch (error) {
    console.info('Signing in again failed:', error)
    return response
  }
  return send(name, parts, { ...context, token: currentToken() })
}

async function send(...[name, parts, context]: Call): Promise<Response> {
  const { url, init } = httpRequest('', name, parts, context)
  const kind = init.method === 'GET' ? 'read' : name === 'submitTurn' ? 'submission' : 'change'
  const sentAt = performance.now()
  const limit = silenceLimit(SILENCE_LIMIT_MS[kind], context.signal)
  const response = await fetch(url, { ...init, signal: limit.signal })
  void listenToBody(response.clone(), limit, name === 'exportAccount' ? onExported : () => {})
  observeServerDate(response.headers.get(HEADER.date), sentAt, performance.now())
  readHeaders(response, context.token)
  if (response.status === 403 && SUSPENDED.test(await response.clone().text())) onSuspended()
  return response
}

interface SilenceLimit {
  /** Aborts with the caller's, or with a TimeoutError after too long a silence. */
  readonly signal: AbortSignal
  /** Ends a silence; the next one begins. */
  readonly hear: () => void
  readonly stop: () => void
}

function silenceLimit(limitMs: number, signal: AbortSignal | undefined): SilenceLimit {
  const aborting = new AbortController()
  const start = () =>
    setTimeout(() => aborting.abort(new DOMException('No response in time', 'TimeoutError')), limitMs)
  let timer = start()
  const stop = () => clearTimeout(timer)
  if (signal?.aborted) aborting.abort(signal.reason)
  signal?.addEventListener('abort', () => aborting.abort(signal.reason), { once: true })
  const hear = () => {
    stop()
    timer = start()
  }
  return { signal: aborting.signal, hear, stop }
}

/** Tells the limit of each piece of a body. @param onBytes called with the number of bytes so far */
async function listenToBody(
  { body }: Response,
  limit: SilenceLimit,
  onBytes: (bytes: number) => void,
): Promise<void> {
  limit.hear()
  const reader = body?.getReader()
  let bytes = 0
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      limit.hear()
      bytes += piece.value.length
      onBytes(bytes)
    }
  } catch {
    // The caller, who reads the same body, gets this error.
  }
  limit.stop()
}

/** @param sentWith the token of the call: a renewed token belongs to that session, which may have ended meanwhile */
function readHeaders({ headers }: Response, sentWith: string | null | undefined): void {
  observeGameZone(headers.get(HEADER.gameTimeZone))
  const renewed = headers.get(HEADER.tokenRenewed)
  if (renewed && sentWith === currentToken() && !isLoggedOut()) storeToken(renewed)
  if (headers.get(HEADER.tokenRenewalSuggested)) {
    console.info(`This session ends in ${headers.get(HEADER.tokenDaysRemaining)} days`)
  }
}
