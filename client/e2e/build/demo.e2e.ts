import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

const script = fileURLToPath(new URL('../../../.scripts/demo.mjs', import.meta.url))

/** A time after that of the demo's world, so that the player does not play across midnight. */
function noonTomorrow(): Date {
  const tomorrow = new Date()
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1)
  // 12:00 in New York, or 13:00 in summer.
  tomorrow.setUTCHours(17, 0, 0, 0)
  return tomorrow
}

test('the demo answers without a server and recognises the player after a reload', async ({ page }) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  const demo = spawn(process.execPath, [script, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const invitation = await announcedInvitation(demo.stdout)
    await page.clock.install({ time: noonTomorrow() })
    await page.goto(invitation)
    await expect(page.getByText('You join when you have a name.')).toBeVisible()
    await page.getByRole('button', { name: 'Get Started' }).click()
    await page.getByLabel('Username', { exact: true }).fill('Zoe')
    await page.getByRole('button', { name: 'Start Playing!' }).click()
    await expect(page.getByText('You are in!')).toBeVisible()
    await page.goto(new URL('/profile', invitation).href)
    await expect(page.getByRole('heading', { name: 'Zoe', exact: true })).toBeVisible()
    expect(problems).toEqual([])
  } finally {
    demo.kill('SIGTERM')
    if (demo.exitCode === null) await once(demo, 'exit')
  }
})

/** The link to a group of the demo. */
async function announcedInvitation(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [link] = line.match(/http:\S+\?code=\w+/) ?? []
    if (link) return link
  }
  throw new Error('The demo ended before it was ready')
}
