import { expect, test, vi } from 'vitest'
import { Peers } from '../../processes/peers.ts'
import { newSchema, servers } from './schema.fixture.ts'
import { TcpProxy } from './tcp-proxy.fixture.ts'

const [postgres] = servers
if (!postgres) throw new Error('No PostgreSQL server was started')

const PATIENCE = { timeout: 15_000 }

test('the other processes catch up after a message of this one was lost', async () => {
  const url = await newSchema(postgres)
  const proxy = await TcpProxy.listen(Number(new URL(url).port))
  const proxied = new URL(url)
  proxied.port = String(proxy.port)
  const join = async (address: string) => {
    const missed = vi.fn()
    const answers = {} as never
    const options = { onEvent: () => {}, answers, onMissed: missed, onProblem: () => {} }
    return { missed, peers: await Peers.open(address, options) }
  }
  const [sender, other] = [await join(proxied.href), await join(url)]
  proxy.cutResponseTo('inkling_notify')
  sender.peers.notify({ type: 'world-replaced', at: '2026-03-07T17:00:00.000Z' }, { now: true })
  await vi.waitFor(() => expect(sender.missed).toHaveBeenCalledOnce(), PATIENCE)
  await vi.waitFor(() => expect(other.missed).toHaveBeenCalledOnce(), PATIENCE)
  await sender.peers.close()
  await other.peers.close()
  await proxy.close()
})
