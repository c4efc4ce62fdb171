import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { msOf } from '../../core/rules/time/instant.ts'
import type { Engine } from '../../engine/engine.ts'
import { everythingIn } from '../../engine/everything-in.fixture.ts'
import { letCallsRun } from '../../engine/let-calls-run.ts'
import type { Push } from '../../engine/ports.ts'
import { ControlledClock } from '../control/clock.ts'
import { startFcm, UNREGISTERED } from '../platform/push/fcm.fixture.ts'
import { FcmService } from '../platform/push/fcm-service.ts'
import { Outbox } from '../platform/push/outbox.ts'
import { byPlatform } from '../platform/push/push-channels.ts'
import { startPushService } from '../platform/push/push-service.fixture.ts'
import { WebPushService } from '../platform/push/web-push-service.ts'
import { newVapidKeys } from '../platform/secrets.ts'
import { MemoryStore } from '../stores/memory/memory-store.ts'
import { createCrowd, crowdUserId } from './crowd.fixture.ts'
import { engineOver } from './crowd-client.fixture.ts'

/* The queue of notifications with push services on this machine: what they get when they fail, and the server restarts. */

const keys = newVapidKeys()
/** More than are sent at once. */
const GROUPS = 60
const MINUTE = 60_000
const MORNING = '2026-03-08T09:00:00-04:00'

let store: MemoryStore
let clock: ControlledClock
let service: Awaited<ReturnType<typeof startPushService>>
let google: Awaited<ReturnType<typeof startFcm>>
let problems: string[]

beforeEach(async () => {
  store = new MemoryStore()
  clock = new ControlledClock()
  clock.freezeAt('2026-03-07T12:00:00-05:00')
  service = await startPushService(keys.publicKey)
  google = await startFcm()
  problems = []
  await createCrowd(store, { groups: GROUPS, membersEach: 2, createdAt: '2026-03-01T12:00:00.000Z' })
})
afterEach(async () => {
  await service.close()
  await google.close()
})

function services(): Push {
  const now = () => msOf(clock.now())
  const web = new WebPushService({
    subject: 'mailto:ops@inkling.example',
    keys,
    isAllowed: service.isAllowed,
    now,
  })
  return byPlatform(web, new FcmService(google.account, { origin: google.origin, now }))
}

/** A server process over the same store. */
function startEngine(push: Push = services()): Engine {
  const engine = engineOver(store, clock, new Outbox(push))
  engine.onProblem = (problem) => problems.push(String(problem))
  return engine
}

/** The first members of all groups get a device, and yesterday's results are due. */
async function duePhones(engine: Engine, tokenOf: (at: number) => string, platform: 'web' | 'ios' = 'web') {
  await store.transaction(async (tx) => {
    for (let at = 0; at < GROUPS; at++) {
      const userId = crowdUserId(at, 0)
      tx.insert('pushTokens', {
        token: tokenOf(at),
        platform,
        userId,
        deviceId: null,
        createdAt: clock.now(),
      })
    }
  })
  await engine.rollOverIfDue()
  clock.set('2026-03-08T00:00:10-05:00')
  await engine.rollOverIfDue()
  clock.set(MORNING)
}

const devices = () => service.received.map(({ device }) => device).sort()
const everyone = Array.from({ length: GROUPS }, (_, at) => `phone ${at}`).sort()
const tokens = () => store.transaction((tx) => tx.peekCount('pushTokens'))
const subscribe = (at: number) => service.subscribe(`phone ${at}`)

describe('due messages', () => {
  test('leave once each, though two processes send them, and after a restart none leaves again', async () => {
    const engines = [startEngine(), startEngine()] as const
    await duePhones(engines[0], subscribe)
    await Promise.all(engines.map((engine) => engine.sendDue()))
    expect(service.problems).toEqual([])
    expect(devices()).toEqual(everyone)
    await startEngine().sendDue()
    expect(service.service.calls).toBe(GROUPS)
  })

  test('wait for a service that is out for an hour, over a restart, and leave when it is back', async () => {
    const engine = startEngine()
    await duePhones(engine, subscribe)
    service.service.answer = () => ({ status: 503 })
    await engine.sendDue()
    clock.advance(20 * MINUTE)
    const restarted = startEngine()
    await restarted.sendDue()
    expect(devices()).toEqual([])
    clock.advance(40 * MINUTE)
    service.service.answer = () => ({ status: 201 })
    await restarted.sendDue()
    expect(devices()).toEqual(everyone)
    expect(await tokens()).toBe(GROUPS)
    const problem =
      'Error: A notification could not be sent to web: the service has responded with 503. This is reported once.'
    // By each of both processes.
    expect(problems).toEqual([problem, problem])
  })

  test('wait as long as a busy service asks, which then gets no calls', async () => {
    const engine = startEngine()
    await duePhones(engine, subscribe)
    service.service.answer = () => ({ status: 429, retryAfter: '600' })
    await engine.sendDue()
    const { calls } = service.service
    // Those that were on their way when the service asked for the pause.
    expect(calls).toBeLessThanOrEqual(50)
    service.service.answer = () => ({ status: 201 })
    clock.advance(9 * MINUTE)
    await engine.sendDue()
    expect(service.service.calls).toBe(calls)
    clock.advance(MINUTE)
    await engine.sendDue()
    expect(devices()).toEqual(everyone)
  })

  test('remove the tokens of browsers and phones that are gone', async () => {
    const engine = startEngine()
    await duePhones(engine, subscribe)
    service.service.answer = (device) => ({ status: device === 'phone 7' ? 410 : 201 })
    await engine.sendDue()
    expect(await tokens()).toBe(GROUPS - 1)
    expect(await store.transaction((tx) => tx.find('pushTokens', 'user', crowdUserId(7, 0)))).toEqual([])
    expect(engine.sentFigures).toMatchObject({ sent: { web: GROUPS - 1 }, removed: { web: 1 } })
  })

  test('reach phones by FCM', async () => {
    const engine = startEngine()
    google.fcm.answer = (token) => (token === 'phone 7' ? UNREGISTERED : { status: 200 })
    await duePhones(engine, (at) => `phone ${at}`, 'ios')
    await engine.sendDue()
    expect(google.messages).toHaveLength(GROUPS - 1)
    expect(google.messages[0]).toMatchObject({
      data: { path: expect.stringMatching(/^\/game\/results\?gameId=./) },
    })
    expect(await tokens()).toBe(GROUPS - 1)
  })

  test('are sent again by another process if one ends before it has stored the result', async () => {
    const engine = startEngine({
      send: () => Promise.reject(new Error('the process ends here')),
    })
    await duePhones(engine, subscribe)
    await engine.sendDue()
    clock.advance(2 * MINUTE)
    await startEngine().sendDue()
    expect(devices()).toEqual(everyone)
  })

  test('are sent with a pause after each, in which the server answers calls', async () => {
    const engine = startEngine()
    await duePhones(engine, subscribe)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const sent: string[] = []
    const sender = startEngine({
      async send({ token }) {
        sent.push(token)
        return { result: 'sent' }
      },
    })
    const rounds = async () => {
      for (let round = 0; round < 500; round++) await letCallsRun()
      return sent.length
    }
    const sending = sender.sendDue()
    // One of each lane.
    expect(await rounds()).toBe(2)
    vi.advanceTimersByTime(5)
    expect(await rounds()).toBe(4)
    const stopped = sender.stopSending()
    vi.advanceTimersByTime(5)
    await Promise.all([sending, stopped])
  })

  test('that are not on their way when the server stops are left to the next one', async () => {
    const engine = startEngine()
    await duePhones(engine, subscribe)
    const sent: string[] = []
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const stopping = startEngine({
      async send({ token }) {
        sent.push(token)
        await gate
        return { result: 'sent' }
      },
    })
    const sending = stopping.sendDue()
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0), 15_000)
    const stopped = stopping.stopSending()
    release()
    await Promise.all([sending, stopped])
    expect(sent.length).toBeLessThanOrEqual(50)
    clock.advance(MINUTE)
    await startEngine().sendDue()
    expect(service.service.calls).toBe(GROUPS - sent.length)
  })

  test('are dropped once the day is over', async () => {
    const engine = startEngine()
    await duePhones(engine, subscribe)
    clock.set('2026-03-09T09:00:00-04:00')
    await startEngine().sendDue()
    expect(devices()).toEqual([])
    expect((await everythingIn(store)).messages).toEqual([])
  })
})
