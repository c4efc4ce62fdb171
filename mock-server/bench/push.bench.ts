// Do players notice the notifications of a morning?

import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../src/core/contract/client/client.ts'
import { msOf } from '../src/core/rules/time/instant.ts'
import type { Engine } from '../src/engine/engine.ts'
import { createCrowd, crowdDevice, crowdUserId } from '../src/server/compose/crowd.fixture.ts'
import { inProcessFetch } from '../src/server/compose/in-process-server.ts'
import { ControlledClock } from '../src/server/control/clock.ts'
import { controlledEngine, derivedSecrets } from '../src/server/control/controlled-engine.ts'
import { nodePorts } from '../src/server/platform/node-ports.ts'
import { Outbox } from '../src/server/platform/push/outbox.ts'
import { byPlatform } from '../src/server/platform/push/push-channels.ts'
import { startPushService } from '../src/server/platform/push/push-service.fixture.ts'
import { WebPushService } from '../src/server/platform/push/web-push-service.ts'
import { newVapidKeys } from '../src/server/platform/secrets.ts'
import { startEmbedded } from '../src/server/stores/postgres/postgres-servers.fixture.ts'
import { PostgresStore } from '../src/server/stores/postgres/postgres-store.ts'
import { atMost, quantile, question, table } from './report.ts'

/*
 * Sends as many messages as its argument says (10,000) from PostgreSQL to a push service on this machine, which shares the
 * process and decrypts each of them, while a player polls `today`.
 */

const messages = Number(process.argv[2] ?? 10_000)
const MAX_SECONDS = 60
const MAX_POLL_MS = 250
const POLL_EVERY_MS = 20
const BATCH = 500
const QUIET_MS = 3_000

question('Do players notice the notifications of a morning?')
const keys = newVapidKeys()
const clock = new ControlledClock()
clock.freezeAt('2026-03-07T12:00:00-05:00')
const service = await startPushService(keys.publicKey)
const database = await startEmbedded([])
const store = await PostgresStore.open(database.url)
try {
  await createCrowd(store, { groups: messages, membersEach: 2, createdAt: '2026-03-01T12:00:00.000Z' })
  const now = () => msOf(clock.now())
  const web = new WebPushService({
    subject: 'mailto:ops@inkling.example',
    keys,
    isAllowed: service.isAllowed,
    now,
  })
  const settings = { timeZone: 'America/New_York', adminKey: null, everyoneIsAdmin: true }
  const outbox = new Outbox(byPlatform(web, null))
  const engine = controlledEngine(
    { ...nodePorts, store, clock },
    { ...derivedSecrets('push', nodePorts.codecs), ...settings },
    { outbox },
  )
  engine.onProblem = (problem) => process.stdout.write(`${String(problem)}\n`)
  await duePhones(engine)
  const poll = await poller(engine)
  const quiet = await polledUntil(pause(QUIET_MS), poll)
  const startedAt = performance.now()
  const busy = await polledUntil(engine.sendDue(), poll)
  const seconds = (performance.now() - startedAt) / 1000
  const row = (name: string, times: readonly number[]) => ({
    while: name,
    polls: times.length,
    'p50, ms': quantile(times, 0.5),
    'p99, ms': quantile(times, 0.99),
    'longest, ms': Math.max(...times),
  })
  table([row('quiet', quiet), row(`${service.received.length} messages in ${seconds.toFixed(0)} s`, busy)])
  atMost(0, 'messages', 'messages that did not arrive', messages - service.received.length)
  atMost(MAX_SECONDS * (messages / 10_000), 's', 'time to send', seconds)
  atMost(MAX_POLL_MS, 'ms', 'today while sending, p99', quantile(busy, 0.99))
} finally {
  await store.close()
  await database.stop()
  await service.close()
}

/** The first members of all groups have a browser, and yesterday's results are due. */
async function duePhones(engine: Engine): Promise<void> {
  for (let first = 0; first < messages; first += BATCH) {
    await store.transaction(async (tx) => {
      for (let at = first; at < Math.min(first + BATCH, messages); at++) {
        tx.insert('pushTokens', {
          token: service.subscribe(`phone ${at}`),
          platform: 'web',
          userId: crowdUserId(at, 0),
          deviceId: null,
          createdAt: clock.now(),
        })
      }
    })
  }
  for (const instant of ['2026-03-07T12:00:10-05:00', '2026-03-08T00:00:10-05:00']) {
    clock.set(instant)
    await engine.rollOverIfDue()
  }
  clock.set('2026-03-08T09:00:00-04:00')
}

async function poller(engine: Engine): Promise<() => Promise<unknown>> {
  let token: string | null = null
  const client = createClient({
    baseUrl: 'http://in-process',
    fetch: inProcessFetch(engine),
    token: () => token,
  })
  token = (await client.signInDevice({ body: { deviceId: crowdDevice(0, 1) } })).token
  return () => client.getToday()
}

/** The durations of polls until the work is done, in milliseconds. */
async function polledUntil(work: Promise<unknown>, poll: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isDone = false
  const end = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const startedAt = performance.now()
    await poll()
    times.push(performance.now() - startedAt)
    await pause(POLL_EVERY_MS)
  }
  await end
  return times
}
