import { expect, test } from '../driver/fixtures.ts'
import { clickOnNotification, notifications, pushService, windowsSeen, workerOf } from './worker-scope.ts'

interface NotificationText {
  title: string
  body: string
}

/** Notifications arrive in any order. */
const sorted = (all: NotificationText[]) => all.map(({ title, body }) => `${title} ${body}`).sort()

const DEFAULT = { title: 'Inkling', body: 'There is something new in your sketchbook.' }

const PUSHES = {
  'with a message': [
    JSON.stringify({ title: 'The results are in!', body: 'See what became of it.' }),
    { title: 'The results are in!', body: 'See what became of it.' },
  ],
  'with a title only': [JSON.stringify({ title: 'Hello' }), { ...DEFAULT, title: 'Hello' }],
  'without a payload': ['', DEFAULT],
  'that is not JSON': ['<p>ink</p>', DEFAULT],
  'that is null': ['null', DEFAULT],
  'with fields of other types': [JSON.stringify({ title: { en: 'Hello' }, body: 7 }), DEFAULT],
} as const

test('every push is shown, even one that cannot be parsed', async ({ person }) => {
  const { page, context } = await person({ serviceWorker: true })
  await context.grantPermissions(['notifications'])
  await page.goto('/how-to-play')
  const worker = await workerOf(page)
  const service = await pushService(context, page)
  const expected: NotificationText[] = []
  for (const [name, [data, text]] of Object.entries(PUSHES)) {
    await service.push(data)
    expected.push(text)
    expect(sorted(await notifications(worker)), name).toEqual(sorted(expected))
  }
  expect(service.thrown).toEqual([])
})

test('a click on a notification focuses the open window, or opens the game', async ({ person }) => {
  const { page, context } = await person({ serviceWorker: true })
  await context.grantPermissions(['notifications'])
  await page.goto('/how-to-play')
  const worker = await workerOf(page)
  const { push } = await pushService(context, page)
  await push('')
  await push('')
  expect(await notifications(worker)).toHaveLength(2)

  expect(await clickOnNotification(worker)).toEqual(['focus /how-to-play'])
  await expect.poll(() => notifications(worker)).toHaveLength(1)

  await page.goto('about:blank')
  await expect.poll(() => windowsSeen(worker)).toBe(0)
  expect(await clickOnNotification(worker)).toEqual(['open /'])
  await expect.poll(() => notifications(worker)).toEqual([])

  await page.goto('/how-to-play')
  await push(JSON.stringify({ title: 'A turn is free', body: 'Draw!', kind: 'turn', path: '/game/ready' }))
  await push(
    JSON.stringify({ title: 'Another turn is free', body: 'Draw!', kind: 'turn', path: '//evil.example' }),
  )
  expect(await notifications(worker)).toEqual([{ title: 'Another turn is free', body: 'Draw!' }])
  await page.goto('about:blank')
  await expect.poll(() => windowsSeen(worker)).toBe(0)
  expect(await clickOnNotification(worker)).toEqual(['open /'])
})

test('a click on a notification never leaves the game', async ({ person }) => {
  const { page, context } = await person({ serviceWorker: true })
  await context.grantPermissions(['notifications'])
  await page.goto('/how-to-play')
  const worker = await workerOf(page)
  const { push } = await pushService(context, page)
  const elsewhere = [
    '//evil.example',
    '/.//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
  ]
  for (const path of [...elsewhere, '/game/ready?from=push'])
    await push(JSON.stringify({ title: path, path }))
  await page.goto('about:blank')
  await expect.poll(() => windowsSeen(worker)).toBe(0)
  const opened: string[] = []
  for (let left = elsewhere.length + 1; left > 0; left--) opened.push(...(await clickOnNotification(worker)))
  expect(opened.sort()).toEqual([...elsewhere.map(() => 'open /'), 'open /game/ready?from=push'])
})

test('a click on a notification finds a window that the worker does not control', async ({ person }) => {
  const { page, context } = await person({ serviceWorker: true })
  await context.grantPermissions(['notifications'])
  await page.goto('/how-to-play')
  const worker = await workerOf(page)
  const { push } = await pushService(context, page)
  await push('')
  // A reload that bypasses every cache also bypasses the worker.
  const cdp = await context.newCDPSession(page)
  await Promise.all([page.waitForEvent('load'), cdp.send('Page.reload', { ignoreCache: true })])
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  expect(await clickOnNotification(worker)).toEqual(['focus /how-to-play'])
})
