import { chromium, type Page } from '@playwright/test'
import { newPlayer, openAs } from './player.ts'
import { serve } from './server.ts'

/* The heap of an open home screen, after one minute and after half an hour of polling on a fake clock. */

const MINUTES = 30
/** The poll interval of today's game. */
const POLL_SECONDS = 5
const MAX_GROWTH = 1.05

const found = await import(new URL('../../.scripts/chromium.mjs', import.meta.url).href)
const executablePath: string = await found.ensureChromium()
const served = await serve()
const browser = await chromium.launch({
  executablePath,
  // Allocates type feedback immediately and does not optimise code, because both would count as heap growth.
  args: [
    '--no-sandbox',
    '--no-first-run',
    '--js-flags=--no-lazy-feedback-allocation --no-opt --no-sparkplug --no-maglev',
  ],
})
try {
  const player = await newPlayer(served.url)
  await player.api.jumpIn()
  const page = await openAs(player, browser)
  await page.clock.install()
  await page.goto(served.url)
  await page.clock.runFor(1_000)
  await page.getByRole('heading', { name: 'Ready to Play!' }).waitFor()
  await pollFor(page, 1)
  const first = await heapOf(page)
  await pollFor(page, MINUTES - 1)
  const last = await heapOf(page)
  const growth = last / first
  const missed = growth > MAX_GROWTH
  if (missed) process.exitCode = 1
  process.stdout.write(
    `heap after ${MINUTES} minutes of polling on home: ${megabytes(last)} MB, ${growth.toFixed(3)} times the first ` +
      `minute's ${megabytes(first)} (at most ${MAX_GROWTH})${missed ? ' MISSED' : ''}\n`,
  )
} finally {
  await browser.close()
  await served.stop()
}

async function pollFor(page: Page, minutes: number): Promise<void> {
  for (let seconds = 0; seconds < minutes * 60; seconds += POLL_SECONDS) {
    const polled = page.waitForResponse((response) => response.url().endsWith('/api/game/today'))
    await page.clock.runFor(POLL_SECONDS * 1_000)
    await (await polled).finished()
  }
}

/** Bytes of reachable JavaScript objects. */
async function heapOf(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.enable')
  // Repeated, because one collection can make further objects unreachable.
  for (let times = 0; times < 3; times++) await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  await cdp.detach()
  return usedSize
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2)
}
