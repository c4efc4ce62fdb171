import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { NOON } from '../../../core/rules/game/game.fixture.ts'
import type { Engine } from '../../../engine/engine.ts'
import { Events, type TimedEvent } from '../../../engine/events.ts'
import { StoreUnavailableError } from '../../../engine/store.ts'
import { ControlledClock } from '../../control/clock.ts'
import { Processes, type ProcessParts } from '../../processes/processes.ts'
import { PostgresStore } from './postgres-store.ts'
import { ProcessMessages } from './process-messages.ts'
import { newSchema } from './schema.fixture.ts'
import { TcpProxy } from './tcp-proxy.fixture.ts'

const PATIENCE = { timeout: 15_000 }

let url: string
let proxied: string
let proxy: TcpProxy

beforeEach(async () => {
  url = await newSchema()
  proxy = await TcpProxy.listen(Number(new URL(url).port))
  const address = new URL(url)
  address.port = String(proxy.port)
  proxied = address.href
})
afterEach(() => proxy.close())

/** Joins the processes on the database at an address. `heard` are the events that it receives from others. */
async function join(address: string, changed: Partial<ProcessParts> = {}) {
  const store = await PostgresStore.open(url)
  const clock = new ControlledClock()
  const problems: unknown[] = []
  const onProblem = (problem: unknown) => void problems.push(problem)
  const readTokenSecrets = async () => ['old']
  const parts = { store, clock, timeZone: 'America/New_York', readTokenSecrets, onProblem, ...changed }
  const processes = await Processes.join(address, parts)
  onTestFinished(async () => {
    await processes.close()
    await store.close()
  })
  const heard: TimedEvent[] = []
  const useTokenSecrets = vi.fn()
  const events = new Events(onProblem)
  const receiveEvent = (event: TimedEvent) => void heard.push(event)
  await processes.connect({ events, useTokenSecrets, receiveEvent } as unknown as Engine)
  return { processes, clock, store, problems, heard, useTokenSecrets, events }
}

const REPLACED = expect.objectContaining({ type: 'world-replaced' })

test('processes catch up after an event was lost, and then hear each other', async () => {
  const [sender, other] = [await join(proxied), await join(url)]
  proxy.cutResponseTo('inkling_notify')
  sender.events.publish({ type: 'clock-was-ahead', at: NOON } as TimedEvent)
  await vi.waitFor(() => expect(sender.heard).toContainEqual(REPLACED), PATIENCE)
  await vi.waitFor(() => expect(other.heard).toContainEqual(REPLACED), PATIENCE)
  for (const { events } of [sender, other])
    events.publish({ type: 'clock-was-ahead', at: NOON } as TimedEvent)
  for (const { heard } of [sender, other])
    await vi.waitFor(() => expect(heard.at(-1)?.type).toBe('clock-was-ahead'), PATIENCE)
})

test('all events arrive in their order, equal ones too, and one that is too large stops no other', async () => {
  const [sender, other] = [await join(url), await join(url)]
  const events = Array.from({ length: 200 }, (_, at) => ({ type: 'test', at: NOON, number: at % 3 }))
  const large = { type: 'test', at: NOON, text: 'x'.repeat(8000) }
  for (const event of [...events, large, ...events]) sender.events.publish(event as unknown as TimedEvent)
  await vi.waitFor(() => expect(other.heard).toEqual([...events, ...events]), PATIENCE)
  expect(sender.problems.map(String)).toEqual([
    expect.stringMatching(/^Error: Too large for other processes: /),
  ])
})

test('a connection for messages closes although the database does not respond', async () => {
  const ignored = () => {}
  const options = { label: 'UTC', onItem: ignored, onMissed: ignored, onProblem: ignored }
  const messages = await ProcessMessages.open(proxied, options)
  proxy.silenceAll()
  await messages.close()
})

test('a process follows the clock and the secrets, also after the database was away', async () => {
  const away = new StoreUnavailableError(new Error('the database is away'))
  const readTokenSecrets = vi.fn(async () => ['old'])
  const { processes, clock, store, problems, useTokenSecrets } = await join(url, { readTokenSecrets })
  expect(useTokenSecrets.mock.calls).toEqual([[['old']]])
  await store.controls.change('clock', () => ({ version: 1, shiftMs: 0, frozenAt: NOON }))
  readTokenSecrets.mockRejectedValueOnce(away).mockRejectedValueOnce(away).mockResolvedValue(['new', 'old'])
  await processes.follow()
  await processes.follow()
  // An outage is reported once.
  expect(problems).toEqual([away])
  await processes.follow()
  expect(clock.now()).toBe(NOON)
  // Unchanged secrets are not set again.
  await processes.follow()
  expect(useTokenSecrets.mock.calls).toEqual([[['old']], [['new', 'old']]])
})

test('a process reads the clock again every second', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { clock, store } = await join(url)
  await store.controls.change('clock', () => ({ version: 1, shiftMs: 0, frozenAt: NOON }))
  vi.advanceTimersByTime(1000)
  await vi.waitFor(() => expect(clock.now()).toBe(NOON), PATIENCE)
})
