import { fork } from 'node:child_process'
import { once } from 'node:events'
import { clientOver } from '../src/contract/client.ts'
import { httpTransport } from '../src/contract/http-transport.ts'
import { type CallCosts, measureCallCosts } from './call-costs.ts'
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
 */
export async function measureServedCosts(script: string, order: Order): Promise<CallCosts> {
  const players = fork(script, [CALL], { execArgv: [] })
  const ended = once(players, 'exit')
  const costs = new Promise<CallCosts>((resolve) => {
    players.on('message', (message: 'cpu' | CallCosts) => {
      if (message !== 'cpu') return resolve(message)
      const { user, system } = process.cpuUsage()
      players.send(user + system)
    })
  })
  players.send(order)
  const failed = ended.then(([code]) => {
    throw new Error(`The players ended with code ${code}`)
  })
  const result = await Promise.race([costs, failed])
  players.disconnect()
  await ended
  return result
}

/** The process of the players. */
export async function callServer(): Promise<void> {
  const [{ url, groups, restMs }] = (await once(process, 'message')) as [Order]
  const cpu = async () => {
    process.send?.('cpu')
    const [used] = await once(process, 'message')
    return used as number
  }
  const signIn = (deviceId: string) => signInOverHttp(url, deviceId)
  process.send?.(await measureCallCosts({ signIn, cpu }, groups, restMs))
}

async function signInOverHttp(url: string, deviceId: string): Promise<Caller> {
  let token: string | null = null
  const client = clientOver(httpTransport(url, fetch), { token: () => token })
  token = (await client.signInDevice({ body: { deviceId } })).token
  return (name, body) => (client[name] as (parts: object) => Promise<unknown>)(body ? { body } : {})
}
