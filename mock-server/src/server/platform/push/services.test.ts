import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PushMessage } from '../../../engine/ports.ts'
import { newVapidKeys } from '../secrets.ts'
import { startFcm, UNREGISTERED } from './fcm.fixture.ts'
import { FcmService } from './fcm-service.ts'
import { startPushService } from './push-service.fixture.ts'
import { keepNewest } from './response.ts'
import { WebPushService } from './web-push-service.ts'

const keys = newVapidKeys()
const MINUTE = 60_000
let service: Awaited<ReturnType<typeof startPushService>>
let google: Awaited<ReturnType<typeof startFcm>>
let now = 0

beforeEach(async () => {
  service = await startPushService(keys.publicKey)
  google = await startFcm()
})
afterEach(async () => {
  await service.close()
  await google.close()
})

const web = () =>
  new WebPushService({
    subject: 'mailto:ops@inkling.example',
    keys,
    isAllowed: service.isAllowed,
    now: () => now,
  })
const native = () => new FcmService(google.account, { origin: google.origin, now: () => now })

const message = (token: string, platform: PushMessage['platform'] = 'web'): PushMessage => ({
  token,
  platform,
  title: 'The results are in!',
  body: 'Müna guessed your drawing. See the chain.',
  kind: 'results',
  path: '/game/results?gameId=g1',
  lifeMs: 90 * MINUTE,
})

test('a browser gets the text, signed and encrypted, with its life and topic', async () => {
  const to = web()
  expect(await to.send(message(service.subscribe('ann')))).toEqual({ result: 'sent' })
  expect(await to.send(message(service.subscribe('ben')))).toEqual({ result: 'sent' })
  expect(service.problems).toEqual([])
  const { title, body, kind, path } = message('')
  expect(service.received).toEqual([
    { device: 'ann', payload: { title, body, kind, path }, ttl: 5400, topic: 'results' },
    { device: 'ben', payload: { title, body, kind, path }, ttl: 5400, topic: 'results' },
  ])
})

test.each([
  [404, { result: 'gone' }],
  [410, { result: 'gone' }],
  [403, { result: 'failed' }],
  [302, { result: 'failed' }],
  [413, { result: 'failed' }],
  [500, { result: 'later', afterMs: null }],
])('a push service that responds with %i: %j', async (status, expected) => {
  service.service.answer = () => ({ status })
  expect(await web().send(message(service.subscribe('ann')))).toMatchObject(expected)
})

test('a push service that asks for a pause is not called meanwhile', async () => {
  const to = web()
  const [ann, ben] = [service.subscribe('ann'), service.subscribe('ben')]
  service.service.answer = () => ({ status: 429, retryAfter: '120' })
  expect(await to.send(message(ann))).toMatchObject({ result: 'later', afterMs: 120_000 })
  now += MINUTE
  expect(await to.send(message(ben))).toMatchObject({ result: 'later', afterMs: 60_000 })
  expect(service.service.calls).toBe(1)
  now += MINUTE
  service.service.answer = () => ({ status: 201 })
  expect(await to.send(message(ben))).toEqual({ result: 'sent' })
})

test('a push service that cannot be reached is tried again later', async () => {
  const token = service.subscribe('ann')
  await service.close()
  expect(await web().send(message(token))).toMatchObject({ result: 'later', afterMs: null })
})

const subscriptionAt = (endpoint: string) =>
  JSON.stringify({ ...JSON.parse(service.subscribe('ann')), endpoint })

test.each([
  'a phone',
  '{}',
  'null',
  '{"endpoint":"https://fcm.googleapis.com/fcm/send/1","keys":{"p256dh":"short","auth":"short"}}',
])('a token that is not a subscription fails: %s', async (token) => {
  const to = new WebPushService({ subject: 'mailto:ops@inkling.example', keys })
  expect(await to.send(message(token))).toMatchObject({ result: 'failed' })
})

test.each([
  'http://127.0.0.1:1/x',
  'http://fcm.googleapis.com/x',
  'https://localhost/x',
  'https://10.0.0.1/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil-push.apple.com.example/x',
])('a token cannot make the server call another host: %s', async (endpoint) => {
  const to = new WebPushService({ subject: 'mailto:ops@inkling.example', keys })
  const reason = `${new URL(endpoint).host} is not a push service`
  expect(await to.send(message(subscriptionAt(endpoint)))).toEqual({ result: 'failed', reason })
})

test('a phone gets the text by FCM with one access token for all, on Android and by APNs', async () => {
  const to = native()
  expect(await to.send(message('phone of ann', 'android'))).toEqual({ result: 'sent' })
  expect(await to.send(message('phone of ben', 'ios'))).toEqual({ result: 'sent' })
  expect(google.fcm.tokensIssued).toBe(1)
  const { title, body, kind, path } = message('')
  expect(google.messages[0]).toEqual({
    token: 'phone of ann',
    notification: { title, body },
    data: { path, kind },
    android: { ttl: '5400s', collapse_key: 'results', notification: { tag: 'results' } },
    apns: {
      headers: { 'apns-expiration': expect.stringMatching(/^\d{10}$/), 'apns-collapse-id': 'results' },
      payload: { aps: { sound: 'default' } },
    },
  })
})

test('FCM: a removed app is gone, a busy service is tried again, and a revoked access token is replaced', async () => {
  const to = native()
  google.fcm.answer = (token) => (token === 'old' ? UNREGISTERED : { status: 200 })
  expect(await to.send(message('old', 'ios'))).toEqual({ result: 'gone' })
  google.fcm.answer = () => ({ status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } })
  expect(await to.send(message('wrong', 'ios'))).toMatchObject({ result: 'failed' })
  google.fcm.answer = () => ({ status: 503, retryAfter: '60' })
  expect(await to.send(message('phone', 'ios'))).toMatchObject({ result: 'later', afterMs: 60_000 })
  now += MINUTE
  google.fcm.answer = () => ({ status: 401 })
  expect(await to.send(message('phone', 'ios'))).toMatchObject({ result: 'later' })
  google.fcm.answer = () => ({ status: 200 })
  expect(await to.send(message('phone', 'ios'))).toEqual({ result: 'sent' })
  expect(google.fcm.tokensIssued).toBe(2)
})

test('no more than so many services are remembered, the latest ones', () => {
  const services = new Map(Array.from({ length: 5 }, (_, at) => [`https://${at}.example`, at]))
  keepNewest(services, 9)
  expect(services.size).toBe(5)
  keepNewest(services, 2)
  expect([...services.values()]).toEqual([3, 4])
})
