import { fork } from 'node:child_process'
import { once } from 'node:events'
import { clientOver } from '../src/contract/client.ts'
import { httpTransport } from '../src/contract/http-transport.ts'
import { type CallCosts, type MeasuredServer, measureCallCosts } from './call-costs.ts'
import { messagesOf } from './child-messages.ts'
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
 * @param run as {@link MeasuredServer.run}.
 */
export async function measureServedCosts(
  script: string,
  order: Order,
  run: MeasuredServer['run'],
): Promise<CallCosts> {
  const players = fork(script, [CALL], { execArgv: [] })
  const next = messagesOf<'begin' | 'end' | CallCosts>(players)
  try {
    players.send(order)
    for (;;) {
      const message = await next()
      if (typeof message === 'object') return message
      const cpu = await run(async () => {
        players.send('go')
        await next()
      })
      players.send(cpu)
    }
  } finally {
    players.kill()
  }
}

/** The process of the players. */
export async function callServer(): Promise<void> {
  const [{ url, groups, restMs }] = (await once(process, 'message')) as [Order]
  const answer = async (message: 'begin' | 'end') => {
    const answered = once(process, 'message')
    process.send?.(message)
    return (await answered)[0]
  }
  const run = async (calls: () => Promise<unknown>): Promise<number> => {
    await answer('begin')
    await calls()
    return answer('end')
  }
  const signIn = (deviceId: string) => signInOverHttp(url, deviceId)
  process.send?.(await measureCallCosts({ signIn, run }, groups, restMs))
}

async function signInOverHttp(url: string, deviceId: string): Promise<Caller> {
  let token: string | null = null
  const client = clientOver(httpTransport(url, fetch), { token: () => token })
  token = (await client.signInDevice({ body: { deviceId } })).token
  return (name, body) => (client[name] as (parts: object) => Promise<unknown>)(body ? { body } : {})
}
