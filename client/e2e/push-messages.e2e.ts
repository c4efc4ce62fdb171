import { expect, test } from './fixtures.ts'
import { clickOnNotification, notifications, pushService, windowsSeen, workerOf } from './worker-scope.ts'

interface Said {
  title: string
  body: string
}

/** They arrive in any order. */
const sorted = (all: Said[]) => all.map(({ title, body }) => `${title} ${body}`).sort()

const WORDLESS = { title: 'Inkling', body: 'There is something new in your sketchbook.' }

const PUSHES = {
  'with a message': [
    JSON.stringify({ title: 'The results are in!', body: 'See what became of it.' }),
    { title: 'The results are in!', body: 'See what became of it.' },
  ],
  'with a title only': [JSON.stringify({ title: 'Hello' }), { ...WORDLESS, title: 'Hello' }],
  'without a payload': ['', WORDLESS],
  'that is not JSON': ['<p>ink</p>', WORDLESS],
  'that is JSON but nothing': ['null', WORDLESS],
  'with a title of another kind': [JSON.stringify({ title: { en: 'Hello' }, body: 7 }), WORDLESS],
} as const

test('every push is shown, even one that cannot be parsed', async ({ person }) => {
  const { page, context } = await person()
  await context.grantPermissions(['notifications'])
  await page.goto('/how-to-play')
  const worker = await workerOf(page)
  const service = await pushService(context, page)
  const expected: Said[] = []
  for (const [name, [data, said]] of Object.entries(PUSHES)) {
    await service.push(data)
    expected.push(said)
    expect(sorted(await notifications(worker)), name).toEqual(sorted(expected))
  }
  expect(service.thrown).toEqual([])
})

test('a click on a notification focuses the open window, or opens the game', async ({ person }) => {
  const { page, context } = await person()
  await context.grantPermissions(['notifications'])
  await page.goto('/how-to-play')
  const worker = await workerOf(page)
  const { push } = await pushService(context, page)
  await push('')
  await push('')
  expect(await notifications(worker)).toHaveLength(2)

  expect(await clickOnNotification(worker)).toEqual(['focus /how-to-play'])
  expect(await notifications(worker)).toHaveLength(1)

  await page.goto('about:blank')
  await expect.poll(() => windowsSeen(worker)).toBe(0)
  expect(await clickOnNotification(worker)).toEqual(['open /'])
  expect(await notifications(worker)).toEqual([])
})

test('a click on a notification finds a window that the worker does not control', async ({ person }) => {
  const { page, context } = await person()
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
