import autocannon from 'autocannon'
import { createClient } from '../src/contract/client.ts'
import { ADMIN_KEY, type Served } from './served.ts'

/* What the benchmarks ask servers for: always the same, from as many connections. */

const CONNECTIONS = 50
const SECONDS = 4

/** POSTs a small record again and again. */
export async function post(
  url: string,
  record: object,
  headers: Record<string, string> = {},
): Promise<autocannon.Result> {
  const result = await warmLoad({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(record),
    idReplacement: true,
  })
  return answered(result, url)
}

/** A small record with token check and validation: push tokens. Stops the server afterwards. */
export async function registerTokens(
  server: Served,
  look?: (server: Served) => void,
): Promise<autocannon.Result> {
  const token = await signIn(server)
  const result = await post(
    `${server.url}/api/notifications/register-token`,
    { token: 'push-[<id>]', platform: 'ios' },
    { authorization: `Bearer ${token}` },
  )
  await createClient({ baseUrl: server.url, fetch, token: () => token }).getHistory({ query: {} })
  look?.(server)
  await server.stop()
  return result
}

/** The load of a moment, thrown away, and then one that counts: any fresh process takes a second to get going. */
async function warmLoad(options: autocannon.Options): Promise<autocannon.Result> {
  await autocannon({ ...options, connections: CONNECTIONS, duration: 1 })
  return autocannon({ ...options, connections: CONNECTIONS, duration: SECONDS })
}

/** GETs a path; one of the API as a player with a game today. Stops the server afterwards. */
export async function reads(
  server: Served,
  path: string,
  look?: (server: Served) => void,
): Promise<autocannon.Result> {
  const token = path.startsWith('/api') ? await playerWithGame(server) : ''
  const url = server.url + path
  const headers = { authorization: `Bearer ${token}` }
  const result = await warmLoad({ url, headers })
  look?.(server)
  await server.stop()
  return answered(result, url)
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
  // A server that has this one's history knows of all past days, and has them in memory.
  await client.getHistory({ query: {} })
  return token
}

function answered(result: autocannon.Result, url: string): autocannon.Result {
  const { non2xx, errors } = result
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`)
  return result
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
