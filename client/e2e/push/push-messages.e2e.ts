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

/** Paths outside the game. */
const ELSEWHERE = [
  '//evil.example',
  '/.//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
]

test('a push is shown, and a click on it focuses the open window or opens the game', async ({ person }) => {
  const { page, context } = await person({ serviceWorker: true })
  await context.grantPermissions(['notifications'])
  await page.goto('/how-to-play')
  const worker = await workerOf(page)
  const { push, thrown } = await pushService(context, page)
  await test.step('every push is shown, even one that cannot be parsed', async () => {
    const expected: NotificationText[] = []
    for (const [name, [data, text]] of Object.entries(PUSHES)) {
      await push(data)
      expected.push(text)
      expect(sorted(await notifications(worker)), name).toEqual(sorted(expected))
    }
  })

  await test.step('a click focuses the open window and closes one notification', async () => {
    const before = Object.keys(PUSHES).length
    expect(await clickOnNotification(worker)).toEqual(['focus /how-to-play'])
    await expect.poll(async () => (await notifications(worker)).length).toBe(before - 1)
  })

  await test.step('a click finds a window that the worker does not control', async () => {
    // A reload that bypasses every cache also bypasses the worker.
    const cdp = await context.newCDPSession(page)
    await Promise.all([page.waitForEvent('load'), cdp.send('Page.reload', { ignoreCache: true })])
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
    expect(await clickOnNotification(worker)).toEqual(['focus /how-to-play'])
  })

  await test.step('a push replaces the one of its kind', async () => {
    for (const title of ['A turn is free', 'Another turn is free'])
      await push(JSON.stringify({ title, body: 'Draw!', kind: 'turn', path: '//evil.example' }))
    const shown = (await notifications(worker)).filter(({ body }) => body === 'Draw!')
    expect(shown).toEqual([{ title: 'Another turn is free', body: 'Draw!' }])
  })

  await test.step('without a window, a click opens the game, which it never leaves', async () => {
    for (const path of [...ELSEWHERE, '/game/ready?from=push'])
      await push(JSON.stringify({ title: path, path }))
    await page.goto('about:blank')
    await expect.poll(() => windowsSeen(worker)).toBe(0)
    const opened: string[] = []
    const { length } = await notifications(worker)
    for (let left = length; left > 0; left--) opened.push(...(await clickOnNotification(worker)))
    expect(opened.sort()).toEqual([...Array(length - 1).fill('open /'), 'open /game/ready?from=push'])
    await expect.poll(() => notifications(worker)).toEqual([])
  })
  expect(thrown).toEqual([])
})
