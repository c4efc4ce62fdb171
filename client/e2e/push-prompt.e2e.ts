import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test as base, expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { signUp } from './player.ts'
import { type Served, serve } from './server.ts'
import { notifications, pushService, workerOf } from './worker-scope.ts'

/* The push prompt is shown only by a client with a push key, which is set at build time, so these tests build one. */
const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))
const workspace = fileURLToPath(new URL('..', import.meta.url))

/** A new public key for push services: an uncompressed point of P-256 in base64url. */
function pushKey(): string {
  const { x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const part = (text = '') => Buffer.from(text, 'base64url')
  return Buffer.concat([Buffer.from([4]), part(x), part(y)]).toString('base64url')
}

const key = pushKey()

let clientDir = ''

const test = base.extend<{ server: Served }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
  server: async ({}, use) => {
    const server = await serve('push prompt', { clientDir })
    await use(server)
    await server.stop()
  },
  baseURL: async ({ server }, use) => use(server.url),
})

test.use({ viewport: { width: 360, height: 740 } })

test.beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'inkling-push-'))
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', clientDir, '--emptyOutDir'], {
    cwd: workspace,
    env: { ...process.env, NODE_ENV: 'production', VITE_PUSH_KEY: key },
  })
})

test.afterAll(() => rm(clientDir, { recursive: true, force: true }))

/** Signs a new player in, up to the push prompt. */
async function newcomer(page: Page): Promise<void> {
  await signUp(page, 'Ann', { at: '/' })
  await expect(prompt(page)).toBeVisible()
}

const prompt = (page: Page) => page.getByRole('heading', { name: 'Stay in the Game!' })
const home = (page: Page) => page.getByRole('button', { name: 'Start Playing' })
const button = (page: Page) => page.getByRole('button', { name: 'Enable Notifications' })
const toggle = (page: Page) => page.getByRole('switch', { name: 'Notifications' })

/** The push tokens that the server stores for this page's player. */
const registered = (page: Page): Promise<{ token: string; platform: string }[]> =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('authToken')}` }
    const { tokens } = await (await fetch('/api/notifications/tokens', { headers })).json()
    return tokens
  })

/** Grants the permission when the page requests it. A headless browser denies it without a prompt. */
async function sayYes(page: Page): Promise<void> {
  await page.exposeFunction('allow', () => page.context().grantPermissions(['notifications']))
  await page.addInitScript(() => {
    Notification.requestPermission = async () => {
      await (window as unknown as { allow: () => Promise<void> }).allow()
      return Notification.permission
    }
  })
}

/** Mocks a push service that accepts every subscription. Chromium has none in the incognito contexts of tests. */
async function acceptSubscriptions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = async (options) =>
      ({ toJSON: () => ({ endpoint: 'https://push.example/phone', ...options }) }) as PushSubscription
  })
}

test('a player who chooses "Maybe Later" is not asked again and finds the switch in the profile', async ({
  page,
}) => {
  await newcomer(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(home(page)).toBeVisible()
  await page.goto('/profile')
  await expect(toggle(page)).not.toBeChecked()
  expect(await registered(page)).toEqual([])
})

test('a player who accepts is registered and notified when results are available', async ({
  page,
  context,
  server,
}) => {
  await sayYes(page)
  await acceptSubscriptions(page)
  await newcomer(page)
  await button(page).click()
  await expect(home(page)).toBeVisible()
  const [token, ...others] = await registered(page)
  expect(others).toEqual([])
  expect(token?.platform).toBe('web')
  expect(JSON.parse(token?.token ?? '')).toEqual({
    endpoint: 'https://push.example/phone',
    userVisibleOnly: true,
    applicationServerKey: key,
  })

  await home(page).click()
  await expect(page.getByRole('button', { name: "Let's Go!" })).toBeVisible()
  await server.admin.changeClock({ body: { to: 'midnight' } })
  await server.admin.triggerDailyGames()
  const { items } = await server.admin.getOutbox()
  const [message, ...more] = items.filter((item) => item.token === token?.token)
  expect(more).toEqual([])
  const { title, body } = message ?? {}
  const { push, thrown } = await pushService(context, page)
  await push(JSON.stringify({ title, body }))
  expect(await notifications(await workerOf(page))).toEqual([
    { title: 'The results are in!', body: "See what became of yesterday's word." },
  ])
  expect(thrown).toEqual([])

  await page.goto('/profile')
  await expect(toggle(page)).toBeChecked()
  await toggle(page).click()
  await expect(toggle(page)).not.toBeChecked()
  expect(await registered(page)).toEqual([])
})

test('a player continues on a device that denies permission', async ({ page }) => {
  await newcomer(page)
  await button(page).click()
  await expect(home(page)).toBeVisible()
  expect(await registered(page)).toEqual([])
  await page.goto('/profile')
  await toggle(page).click()
  await expect(page.getByText('Allow notifications in the settings of your device first.')).toBeVisible()
  await expect(toggle(page)).not.toBeChecked()
})

test('a browser without a push service reports that notifications are not supported', async ({ page }) => {
  await sayYes(page)
  await newcomer(page)
  await button(page).click()
  await expect(page.getByText('Push notifications are not supported in this browser')).toBeVisible()
  await expect(button(page)).toBeEnabled()
  expect(await registered(page)).toEqual([])
  await page.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(home(page)).toBeVisible()
})
