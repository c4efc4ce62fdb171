import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ControlledClock } from '../../control/clock.ts'
import { Outbox } from '../../control/outbox.ts'
import type { Engine } from '../../engine/engine.ts'
import { Events } from '../../engine/events.ts'
import { StoreUnavailableError } from '../../engine/store.ts'
import { Peers } from '../../processes/peers.ts'
import { Processes } from '../../processes/processes.ts'
import { Notifications } from './notifications.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema, servers } from './schema.fixture.ts'
import { TcpProxy } from './tcp-proxy.fixture.ts'

const [postgres] = servers
if (!postgres) throw new Error('No PostgreSQL server was started')

const PATIENCE = { timeout: 15_000 }
const NOON = '2026-03-07T17:00:00.000Z'

let url: string
let proxied: string
let proxy: TcpProxy

beforeEach(async () => {
  url = await newSchema(postgres)
  proxy = await TcpProxy.listen(Number(new URL(url).port))
  const address = new URL(url)
  address.port = String(proxy.port)
  proxied = address.href
})
afterEach(() => proxy.close())

test('the other processes catch up after a message of this one was lost', async () => {
  const join = async (address: string) => {
    const missed = vi.fn()
    const answers = {} as never
    const options = { onEvent: () => {}, answers, onMissed: missed, onProblem: () => {} }
    return { missed, peers: await Peers.open(address, options) }
  }
  const [sender, other] = [await join(proxied), await join(url)]
  proxy.cutResponseTo('inkling_notify')
  sender.peers.notify({ type: 'world-replaced', at: NOON }, { now: true })
  await vi.waitFor(() => expect(sender.missed).toHaveBeenCalledOnce(), PATIENCE)
  await vi.waitFor(() => expect(other.missed).toHaveBeenCalledOnce(), PATIENCE)
  await sender.peers.close()
  await other.peers.close()
})

test('a connection for messages closes although the database does not respond', async () => {
  const ignored = () => {}
  const options = { onItem: ignored, onMissed: ignored, onProblem: ignored }
  const notifications = await Notifications.open(proxied, options)
  proxy.silenceAll()
  await notifications.close()
})

test('a process reads the clock and the secrets again until the database answers', async () => {
  const store = await PostgresStore.open(url)
  const clock = new ControlledClock()
  const away = new StoreUnavailableError(new Error('the database is away'))
  const readTokenSecrets = vi.fn(async () => ['old'])
  const problems: unknown[] = []
  const onProblem = (problem: unknown) => void problems.push(problem)
  const timeZone = 'America/New_York'
  const parts = { store, clock, outbox: new Outbox(), timeZone, readTokenSecrets, onProblem }
  const [first, second] = [await Processes.join(url, parts), await Processes.join(proxied, parts)]
  const useTokenSecrets = vi.fn()
  const receiveEvent = vi.fn()
  const engine = { events: new Events(onProblem), useTokenSecrets, receiveEvent }
  await second.connect(engine as unknown as Engine)

  readTokenSecrets.mockRejectedValueOnce(away).mockResolvedValueOnce(['new'])
  await first.announce()
  await vi.waitFor(() => expect(useTokenSecrets).toHaveBeenLastCalledWith(['new']), PATIENCE)
  expect(problems).toEqual([away])

  await store.controls.change('clock', () => ({ version: 1, shiftMs: 0, frozenAt: NOON }))
  vi.spyOn(store.controls, 'get').mockRejectedValueOnce(away)
  proxy.cutAll()
  await vi.waitFor(() => expect(receiveEvent).toHaveBeenCalled(), PATIENCE)
  expect(clock.now()).toBe(NOON)
  expect(problems.filter((problem) => problem === away)).toHaveLength(2)

  await first.close()
  await second.close()
  await store.close()
})
