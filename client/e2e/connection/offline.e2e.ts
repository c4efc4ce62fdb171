import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test, WITHOUT_CONNECTION } from '../driver/fixtures.ts'
import { signUp } from '../driver/player.ts'
import { dist, serve } from '../driver/server.ts'

/** Resolves when the service worker is active, so that the game would open without a connection. */
const workerReady = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

/** Whether the newest worker is active. Its cache alone does not prove that: it exists before. */
const isWorkerActive = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.ready
    return !installing && !waiting && active?.state === 'activated'
  })

/** Tells a page whether there is a connection. Some versions of Chromium forget `setOffline` when a worker serves a new page. */
async function toldConnection(page: Page): Promise<(state: { offline: boolean }) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  return (state) => session.send('Network.overrideNetworkState', { ...state, ...unlimited })
}

/** The paths of all cached files. */
const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('after one visit the game opens without a connection and reports it', async ({ person }) => {
  const { page, context } = await person({ serviceWorker: true, expects: WITHOUT_CONNECTION })
  await signUp(page, 'Ann', { creates: 'Night Owls' })
  await page.goto('/group')
  await workerReady(page)
  const paths = await cachedPaths(page)
  expect(paths).toContain('/')
  expect(paths.filter((path) => /^\/(api|control|avatars)/.test(path))).toEqual([])
  await page.close()

  await context.setOffline(true)
  const again = await context.newPage()
  const tells = await toldConnection(again)
  await again.goto('/')
  await tells({ offline: true })
  await expect(again.getByText('Offline', { exact: true })).toBeVisible()
  await expect(again.getByRole('button', { name: 'Try Again' })).toBeVisible()
  // A screen with a separate chunk that was not opened before.
  await again.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(again.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await again.getByRole('link', { name: 'Play', exact: true }).click()

  await context.setOffline(false)
  await tells({ offline: false })
  await expect(again.getByRole('button', { name: 'Start Group Game' })).toBeVisible()
})

test('a new build replaces the old one', async ({ browser }) => {
  const clientDir = await mkdtemp(join(tmpdir(), 'inkling-build-'))
  await cp(dist, clientDir, { recursive: true })
  const server = await serve('a new build', { clientDir })
  const context = await browser.newContext({ baseURL: server.url })
  try {
    const page = await context.newPage()
    await page.goto('/how-to-play')
    await workerReady(page)
    const cacheNames = () => page.evaluate(() => caches.keys())
    const [first] = await cacheNames()

    for (const build of ['second', 'third']) {
      await edit(
        join(clientDir, 'index.html'),
        /<html lang="en"[^>]*>/,
        `<html lang="en" data-build="${build}">`,
      )
      await edit(join(clientDir, 'worker.js'), /version:\s*"[^"]*"|"version":"[^"]*"/, `"version":"${build}"`)
      await page.reload()
      // The browser decides when to check for a new worker.
      await expect.poll(cacheNames, { timeout: 60_000 }).toContain(`inkling-shell-${build}`)
      await expect.poll(() => isWorkerActive(page), { timeout: 60_000 }).toBe(true)
    }
    await expect.poll(cacheNames).not.toContain(first)
    // Pages of the previous build may still request its files.
    expect(await cacheNames()).toContain('inkling-shell-second')
    await context.setOffline(true)
    const response = await page.reload()
    expect(await response?.text()).toContain('data-build="third"')
  } finally {
    await context.close()
    await server.stop()
    await rm(clientDir, { recursive: true, force: true })
  }
})

async function edit(path: string, pattern: RegExp, replacement: string): Promise<void> {
  await writeFile(path, (await readFile(path, 'utf8')).replace(pattern, replacement))
}
