import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { clientOver } from '../src/contract/client.ts'
import { httpTransport } from '../src/contract/http-transport.ts'
import { type CallCosts, type MeasuredServer, measureCallCosts } from './call-costs.ts'
import type { Caller } from './engine-callers.ts'

/* Players in their own process who call a server over HTTP. Their CPU time does not count as the server's. */

/** The argument for which a script must run {@link callServer}. */
export const CALL = '--call'

interface Order {
  readonly url: string
  readonly groups: readonly number[]
  readonly restMs: number
}

/**
 * Measures the calls to a server that runs in this process (see {@link measureCallCosts}).
 * @param script the file of a script that runs {@link callServer} for the argument {@link CALL}.
 * @param cpuOf as {@link MeasuredServer.cpuOf}.
 */
export async function measureServedCosts(
  script: string,
  order: Order,
  cpuOf: MeasuredServer['cpuOf'],
): Promise<CallCosts> {
  const players = fork(script, [CALL], { execArgv: [] })
  try {
    players.send(order)
    const messages = on(players, 'message', { close: ['exit'] }) as AsyncIterable<
      ['begin' | 'end' | CallCosts]
    >
    for await (const [message] of messages) {
      if (typeof message === 'object') return message
      if (message === 'begin') players.send(await cpuOf(() => callsOf(players)))
    }
    throw new Error('The players ended without a result')
  } finally {
    players.kill()
  }
}

/** Lets the players call until they have finished a block. */
async function callsOf(players: ChildProcess): Promise<void> {
  const end = once(players, 'message')
  players.send('go')
  await end
}

/** The process of the players. */
export async function callServer(): Promise<void> {
  const [{ url, groups, restMs }] = (await once(process, 'message')) as [Order]
  const answer = async (message: 'begin' | 'end') => {
    const answered = once(process, 'message')
    process.send?.(message)
    return (await answered)[0]
  }
  const cpuOf = async (calls: () => Promise<unknown>): Promise<number> => {
    await answer('begin')
    await calls()
    return answer('end')
  }
  const signIn = (deviceId: string) => signInOverHttp(url, deviceId)
  process.send?.(await measureCallCosts({ signIn, cpuOf }, groups, restMs))
}

async function signInOverHttp(url: string, deviceId: string): Promise<Caller> {
  let token: string | null = null
  const client = clientOver(httpTransport(url, fetch), { token: () => token })
  token = (await client.signInDevice({ body: { deviceId } })).token
  return (name, body) => (client[name] as (parts: object) => Promise<unknown>)(body ? { body } : {})
}
