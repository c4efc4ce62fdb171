import { createClient } from '../src/contract/client.ts'
import { type Load, load, type Span } from './load.ts'
import { ADMIN_KEY, type Served } from './served.ts'

/* What the benchmarks ask servers for: always the same, from as many connections. */

const LONG: Span = { warmUp: 1000, measured: 4000 }

/** POSTs a small record again and again, each time another one. */
export function postTokens(
  url: string,
  headers: Record<string, string> = {},
  span: Span = LONG,
): Promise<Load> {
  const body = (at: number) => JSON.stringify({ token: `push-${at}`, platform: 'ios' })
  return load(url, { headers, body }, span)
}

/** The same with token check and validation. */
export async function registerTokens(server: Served, span: Span = LONG): Promise<Load> {
  const authorization = `Bearer ${await signIn(server)}`
  return postTokens(`${server.url}/api/notifications/register-token`, { authorization }, span)
}

/** GETs a path; one of the API as a player with a game today. Stops the server afterwards. */
export async function reads(server: Served, path: string, look?: (server: Served) => void): Promise<Load> {
  const token = path.startsWith('/api') ? await playerWithGame(server) : ''
  const result = await load(server.url + path, { headers: { authorization: `Bearer ${token}` } }, LONG)
  look?.(server)
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
  await knowPast(server)
  return token
}

/** A server that has somebody's history knows of all past days, and has them in memory. */
export async function knowPast(server: Served): Promise<void> {
  const token = await signIn(server)
  await createClient({ baseUrl: server.url, fetch, token: () => token }).getHistory({ query: {} })
}
