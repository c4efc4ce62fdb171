import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { createGroup, drawHouse, onboard } from '../driver/player.ts'

const script = fileURLToPath(new URL('../../../.scripts/demo.mjs', import.meta.url))

/** A time after that of the demo's world, so that the player does not play across midnight. */
function noonTomorrow(): Date {
  const tomorrow = new Date()
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1)
  // 12:00 in New York, or 13:00 in summer.
  tomorrow.setUTCHours(17, 0, 0, 0)
  return tomorrow
}

test('the demo plays without a server and recognises the player after a reload', async ({ page }) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  const demo = spawn(process.execPath, [script, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const url = await announcedUrl(demo.stdout)
    await page.clock.install({ time: noonTomorrow() })
    await onboard(page, 'Zoe', url)
    await createGroup(page, 'One Person Band')
    await page.getByRole('link', { name: 'Play', exact: true }).click()
    await page.getByRole('button', { name: 'Start Group Game' }).click()
    await page.getByRole('button', { name: "Let's Go!" }).click()
    await drawHouse(page)
    await page.getByRole('button', { name: 'Submit Drawing' }).click()
    await expect(page.getByText('The chain is complete!')).toBeVisible()
    await page.goto(url)
    await expect(page.getByText('Game Complete!')).toBeVisible()
    expect(problems).toEqual([])
  } finally {
    demo.kill('SIGTERM')
    if (demo.exitCode === null) await once(demo, 'exit')
  }
})

async function announcedUrl(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [url] = line.match(/http:\S+/) ?? []
    if (url) return url
  }
  throw new Error('The demo ended before it was ready')
}
