import { createClient } from '../src/contract/client.ts'
import { type Load, load, type Span } from './load.ts'
import { ADMIN_KEY, type Served } from './served.ts'

/* Requests that several benchmarks send. */

const LONG: Span = { warmUp: 1000, measured: 4000 }

/** POSTs small records, each with a new token. */
export function postTokens(
  url: string,
  headers: Record<string, string> = {},
  span: Span = LONG,
): Promise<Load> {
  const body = (at: number) => JSON.stringify({ token: `push-${at}`, platform: 'ios' })
  return load(url, { headers, body }, span)
}

/** Posts the same records to the reference server, which also checks the access token and validates the body. */
export async function registerTokens(server: Served, span: Span = LONG): Promise<Load> {
  const authorization = `Bearer ${await signIn(server)}`
  return postTokens(`${server.url}/api/notifications/register-token`, { authorization }, span)
}

/** GETs a path, as a player with a game today if it belongs to the API. Stops the server afterwards. */
export async function reads(server: Served, path: string, inspect?: (server: Served) => void): Promise<Load> {
  const token = path.startsWith('/api') ? await playerWithGame(server) : ''
  const result = await load(server.url + path, { headers: { authorization: `Bearer ${token}` } }, LONG)
  inspect?.(server)
  await server.stop()
  return result
}

async function signIn({ url }: Served): Promise<string> {
  const { token } = await createClient({ baseUrl: url, fetch }).signInDevice({
    body: { deviceId: 'device_of_a_benchmark' },
  })
  return token
}

async function playerWithGame(server: Served): Promise<string> {
  const token = await signIn(server)
  const client = createClient({ baseUrl: server.url, fetch, token: () => token, adminKey: ADMIN_KEY })
  await client.createGroup({ body: { name: 'Bench' } })
  await client.triggerDailyGames()
  await searchPast(server)
  return token
}

/** Requests a history, which makes the server search its catalogue of past days. */
export async function searchPast(server: Served): Promise<void> {
  const token = await signIn(server)
  await createClient({ baseUrl: server.url, fetch, token: () => token }).getHistory({ query: {} })
}
