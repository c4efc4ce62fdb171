import { expect, test } from 'vitest'
import { anyone, newServer, playerOf, type Reached } from '../compose/friends.fixture.ts'

const HOUR = 3_600_000

function open(clock?: string) {
  const server = newServer(clock === undefined ? {} : { clock })
  return { server, admin: anyone(server), signIn: (name: string) => playerOf(server, name) }
}

async function withPhone(who: string, server: Reached, timeZone: string) {
  const client = await playerOf(server, who)
  await client.registerToken({ body: { token: `phone of ${who}`, platform: 'ios', deviceId: who, timeZone } })
  return client
}

test('under maintenance players read and sign in, and every change is refused with the message', async () => {
  const { server, admin, signIn } = open()
  const ann = await signIn('ann')
  await ann.createGroup({ body: { name: 'Owls' } })
  await admin.triggerDailyGames()
  const since = '2026-03-07T17:00:00.000Z'
  expect(await admin.startMaintenance({ body: { message: 'Back at three.' } })).toEqual({
    maintenance: { since, message: 'Back at three.' },
  })
  const refusal = { code: 'UNAVAILABLE', status: 503, message: 'Back at three.' }
  await expect(ann.startTurn()).rejects.toMatchObject(refusal)
  await expect(ann.updateProfile({ body: { username: 'Anna' } })).rejects.toMatchObject(refusal)
  await expect(signIn('ben')).rejects.toMatchObject(refusal)
  const again = await signIn('ann')
  expect(await again.getToday()).toMatchObject({ hasGame: true, canStartTurn: true })
  await again.renewToken()
  await again.pingActivity()
  expect(JSON.stringify(await admin.exportWorld())).not.toContain('activeOn')
  const response = await server.fetch('http://in-process/api/auth/move', {
    method: 'POST',
    body: JSON.stringify({ code: 'ABCDEFGH', deviceId: 'device_cat_0123456789' }),
  })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60'])
  expect((await admin.getAnnouncements()).maintenance).toEqual({ since, message: 'Back at three.' })
  expect((await admin.getControlStatus()).maintenance).toEqual({ since, message: 'Back at three.' })

  await admin.renameUser({ params: { id: (await again.getProfile()).id }, body: { username: 'Anna' } })
  server.restart()
  // A second start changes the message only.
  server.clock.advance(HOUR)
  expect((await admin.startMaintenance({ body: {} })).maintenance).toEqual({ since, message: null })
  await expect(ann.startTurn()).rejects.toMatchObject({
    message: 'Inkling is being looked after. You can look around, and play again in a while.',
  })
  expect(await admin.endMaintenance()).toEqual({ maintenance: null })
  expect((await admin.getControlStatus()).maintenance).toBeUndefined()
  expect(await ann.startTurn()).toMatchObject({ type: 'drawing' })
})

test('an announcement is listed for all until it ends, and notifies players in their daytime', async () => {
  const { server, admin, signIn } = open()
  await withPhone('ann', server, 'America/New_York')
  await withPhone('ben', server, 'Asia/Tokyo')
  const cat = await withPhone('cat', server, 'America/New_York')
  await cat.updateNotificationSettings({ body: { pushNotifications: false } })
  await signIn('dan')
  expect((await admin.getExtensions()).extensions).toContain('announcements')
  const text = 'New words from Monday.'
  const made = await admin.announce({ body: { text, hours: 12 } })
  expect(made).toEqual({
    id: 'a1',
    text,
    at: '2026-03-07T17:00:00.000Z',
    until: '2026-03-08T05:00:00.000Z',
    notified: 2,
  })
  const message = { token: 'phone of ann', title: 'News from Inkling', body: text, kind: 'notice', path: '/' }
  const { notified: _, ...listed } = made
  expect(await admin.getAnnouncements()).toEqual({ announcements: [listed], maintenance: null })
  expect((await admin.getOutbox()).items).toMatchObject([message])
  server.clock.advance(10 * HOUR)
  expect((await admin.getOutbox()).items).toMatchObject([message, { token: 'phone of ben', body: text }])
  server.clock.advance(2 * HOUR)
  expect((await admin.getAnnouncements()).announcements).toEqual([])
})

test('a removed announcement is gone at once, with the notifications that wait for a morning', async () => {
  const { server, admin } = open()
  await withPhone('ben', server, 'Asia/Tokyo')
  const { id, notified } = await admin.announce({ body: { text: 'A mistake.' } })
  expect(notified).toBe(1)
  await admin.removeAnnouncement({ params: { id } })
  await expect(admin.removeAnnouncement({ params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await admin.getAnnouncements()).announcements).toEqual([])
  server.clock.advance(10 * HOUR)
  expect((await admin.getOutbox()).items).toEqual([])
})

test('announcements are few, silent on request, and outlive a reset of the world', async () => {
  const { admin, server } = open()
  await withPhone('ann', server, 'America/New_York')
  const announce = (text: string) => admin.announce({ body: { text, push: false } })
  for (const text of ['one', 'two', 'three', 'four', 'five']) expect((await announce(text)).notified).toBe(0)
  await expect(announce('six')).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(announce(' ')).rejects.toMatchObject({ message: /An announcement cannot be empty/ })
  await expect(announce('a'.repeat(201))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  await admin.resetWorld()
  const { announcements } = await admin.getAnnouncements()
  expect(announcements.map(({ text }) => text)).toEqual(['five', 'four', 'three', 'two', 'one'])
  expect((await admin.getOutbox()).items).toEqual([])
})

test('every call of an admin is listed with body and status, at the real time; a repeated read once', async () => {
  const { admin, signIn } = open('2030-01-01T12:00:00Z')
  const ann = await signIn('ann')
  await ann.createGroup({ body: { name: 'Owls' } })
  await admin.triggerDailyGames()
  await admin.getControlStatus()
  await admin.getControlStatus()
  const { id } = await ann.getProfile()
  await admin.renameUser({ params: { id }, body: { username: 'Anna' } })
  const unknown = 'A'.repeat(22)
  await expect(admin.removeGroup({ params: { id: unknown } })).rejects.toMatchObject({ status: 404 })
  await admin.restoreWorld({ body: await admin.exportWorld() })
  const common = { key: 'admin', from: null, at: expect.stringMatching(/^20/), id: expect.any(String) }
  const { calls, next } = await admin.listAdminCalls({ query: { limit: 4 } })
  expect(calls).toEqual([
    { ...common, method: 'PUT', path: '/control/world', body: '(a world)', status: 200 },
    { ...common, method: 'GET', path: '/control/world', body: null, status: 200 },
    { ...common, method: 'DELETE', path: `/control/groups/${unknown}`, body: null, status: 404 },
    { ...common, method: 'PATCH', path: `/control/users/${id}`, body: { username: 'Anna' }, status: 200 },
  ])
  expect(calls.every(({ at }) => at < '2030')).toBe(true)
  const rest = await admin.listAdminCalls({ query: { before: next ?? '' } })
  expect(rest).toMatchObject({
    calls: [{ path: '/control/status', status: 200 }, { path: '/api/admin/trigger-daily-games' }],
    next: null,
  })
  await admin.exportWorld()
  const [listed, exported] = (await admin.listAdminCalls({ query: { limit: 2 } })).calls
  expect([exported?.path, listed?.path]).toEqual(['/control/admin-calls?limit=4', '/control/world'])
})

test('a body that repeats the key is listed without it, and a key of the configuration is not replaced', async () => {
  const { fetch } = newServer({ adminKey: 'a key of operators' })
  const admin = anyone({ fetch, adminKey: 'a key of operators' })
  await admin.announce({ body: { text: 'The key is a key of operators' } })
  await expect(admin.rotateAdminKey()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: /change ADMIN_KEY or --admin-key there/,
  })
  const stranger = anyone({ fetch, adminKey: 'another key' })
  await expect(stranger.announce({ body: { text: 'Hello' } })).rejects.toMatchObject({ status: 403 })
  const { calls } = await admin.listAdminCalls({ query: {} })
  expect(calls).toMatchObject([
    { path: '/control/admin-key', status: 409 },
    { path: '/control/announcements', body: '{"text":"The key is ***"}', status: 200 },
  ])
  expect(JSON.stringify(calls)).not.toContain('a key of operators')
})
