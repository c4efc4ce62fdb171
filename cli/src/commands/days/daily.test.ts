import { createServer } from 'node:http'
import { startServer } from '@inkling/mock-server/server'
import { createCrowd, LONG_IDLE } from '@inkling/mock-server/testing'
import { expect, onTestFinished, test } from 'vitest'
import { listening } from '../../local-server.fixture.ts'
import { readSettings } from '../../settings/settings.ts'
import { type DailyProgress, triggerDaily } from './daily.ts'

const NOON = '2026-03-07T17:00:00.000Z'

const settingsFor = (target: string) =>
  readSettings(
    { target, adminKey: 'key of the test', yes: true },
    { XDG_CONFIG_HOME: '/nonexistent' },
    '/nonexistent',
  )

test('triggering daily games returns the totals and reports progress', async () => {
  const server = await startServer({ port: 0, data: null, clock: NOON, adminKey: 'key of the test' })
  onTestFinished(() => server.close())
  // Groups created today: only the trigger creates their games.
  await createCrowd(server.engine.ports.store, { groups: 250, membersEach: 1, createdAt: NOON })
  const progress: DailyProgress[] = []
  const daily = await triggerDaily(settingsFor(server.url), (each) => progress.push(each))
  expect(daily).toMatchObject({ timeZone: 'America/New_York', gamesCreated: 250, gamesCompleted: 0 })
  const created = progress.map(({ gamesCreated }) => gamesCreated)
  const totals = Array.from({ length: 10 }, (_, at) => 25 * (at + 1))
  expect(totals).toEqual(expect.arrayContaining(created))
  // The reply may arrive before the last event.
  expect(created.slice(0, 9)).toEqual(totals.slice(0, 9))
  expect(progress.every(({ groups }) => groups === 250)).toBe(true)
})

test('daily games are triggered on a server without controls too', async () => {
  const foreign = createServer(LONG_IDLE, ({ url }, response) => {
    const isTrigger = url === '/api/admin/trigger-daily-games'
    response.writeHead(isTrigger ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isTrigger ? { date: '2026-03-07', gamesCreated: 1, gamesCompleted: 2 } : {}))
  })
  onTestFinished(() => void foreign.close())
  const settings = settingsFor(await listening(foreign))
  expect(await triggerDaily(settings, () => {})).toMatchObject({
    timeZone: null,
    gamesCreated: 1,
    gamesCompleted: 2,
  })
})
