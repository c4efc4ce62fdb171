import { loadavg } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { newPlayer, openAs, openAsStranger, storyOf } from './player.ts'
import { Screencast } from './screencast.ts'
import { serve } from './server.ts'

/*
 * How long people wait behind a link, on a phone with its CPU throttled 4x. Cold: without cache, on slow 4G. Warm: a
 * second visit on a fast connection. Reports medians, and the frames that showed empty paper in the worst visit. Other
 * load counts four times, so the load of the machine is reported too.
 * `npm run bench arrival 9` makes nine visits of each kind instead of five.
 */

const SLOWDOWN = 4
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const rounds = Number(process.argv[2] ?? 5)

/** What a visitor waits for: an image that has loaded, or an element with this text. */
interface Goal {
  readonly selector: string
  readonly text?: string
}

interface Visit {
  readonly ms: number
  readonly blank: { readonly frames: number; readonly ms: number }
}

const DRAWING: Goal = { selector: 'main img[alt*="drawing" i]' }
const GET_STARTED: Goal = { selector: 'button', text: 'Get Started' }
const START_PLAYING: Goal = { selector: 'button', text: 'Start Playing' }

const found = await import(new URL('../../.scripts/browsers/chromium.mjs', import.meta.url).href)
const executablePath: string = await found.ensureChromium()
const served = await serve('--world', 'demo')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run'] })
process.stdout.write(`load of this machine: ${loadavg()[0]?.toFixed(1)}\n`)
try {
  const story = `${served.url}/public/results/${await storyOf('device_demo_mia_sketchbook', served.url)}`
  const stranger = () => openAsStranger(browser)
  await report('link to results, until the first drawing, cold', 2_100, () => cold(stranger, story, DRAWING))
  await report('link to the game, until Get Started, cold', 1_900, () =>
    cold(stranger, served.url, GET_STARTED),
  )
  await report('known player, until home, cold', 1_900, async () => {
    const player = await newPlayer(served.url)
    return cold(() => openAs(player, browser), served.url, START_PLAYING)
  })
  await report('link to the game, until Get Started, warm', Number.POSITIVE_INFINITY, warm)
  await report("Let's Go!, until the sheet, warm", 300, toSheet)
} finally {
  await browser.close()
  await served.stop()
}

async function cold(open: () => Promise<Page>, url: string, goal: Goal): Promise<Visit> {
  const page = await open()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  return visit(page, url, goal)
}

async function warm(): Promise<Visit> {
  const page = await openAsStranger(browser)
  await page.goto(served.url)
  await page.getByRole('button', { name: GET_STARTED.text ?? '' }).waitFor()
  await page.waitForLoadState('networkidle')
  // Otherwise the frames begin with those of the first visit.
  await page.goto('about:blank')
  return visit(page, served.url, GET_STARTED)
}

async function visit(page: Page, url: string, goal: Goal): Promise<Visit> {
  await slowDown(page)
  await page.addInitScript(watch, goal)
  const screencast = await Screencast.start(page)
  await page.goto(url, { waitUntil: 'commit' })
  return finish(page, screencast)
}

async function toSheet(): Promise<Visit> {
  const player = await newPlayer(served.url)
  // Nobody else holds the turn of this group.
  await player.api.createGroup({ body: { name: 'Bench' } })
  await player.api.jumpIn()
  const page = await openAs(player, browser)
  await page.goto(`${served.url}/game/ready`)
  await page.waitForLoadState('networkidle')
  await slowDown(page)
  const screencast = await Screencast.start(page)
  await page.evaluate(watch, { selector: 'canvas' })
  const start = await page.evaluate(() => {
    const go = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === "Let's Go!")
    const at = performance.now()
    go?.click()
    return at
  })
  const { ms, blank } = await finish(page, screencast)
  return { ms: ms - start, blank }
}

async function finish(page: Page, screencast: Screencast): Promise<Visit> {
  const arrived = () => (globalThis as { arrivedAt?: number }).arrivedAt
  const ms = await (await page.waitForFunction(arrived, undefined, { polling: 200 })).jsonValue()
  await page.waitForTimeout(300)
  const blank = await screencast.stop()
  await page.context().close()
  return { ms: ms ?? Number.NaN, blank }
}

async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** Stores the time of the frame that shows the goal. Runs in the page. */
function watch({ selector, text }: Goal): void {
  const isThere = () =>
    [...document.querySelectorAll(selector)].some((element) =>
      element instanceof HTMLImageElement
        ? element.complete && element.naturalWidth > 0
        : text === undefined || element.textContent === text,
    )
  const look = () => {
    if (!isThere()) return void requestAnimationFrame(look)
    Object.assign(globalThis, { arrivedAt: performance.now() })
  }
  requestAnimationFrame(look)
}

async function report(name: string, max: number, act: () => Promise<Visit>): Promise<void> {
  const visits: Visit[] = []
  for (let round = 0; round < rounds; round++) visits.push(await act())
  const times = visits.map(({ ms }) => ms).sort((a, b) => a - b)
  const median = times[Math.floor(rounds / 2)] ?? Number.NaN
  const blank = Math.max(...visits.map(({ blank: { frames } }) => frames))
  const blankMs = Math.max(...visits.map(({ blank: { ms } }) => ms))
  const isMissed = !(median <= max) || blank > 0
  if (isMissed) process.exitCode = 1
  const bound = Number.isFinite(max) ? `at most ${max}; ` : ''
  process.stdout.write(
    `${name}: ${median.toFixed(0)} ms (${bound}${times[0]?.toFixed(0)} to ${times.at(-1)?.toFixed(0)}), ` +
      `empty frames: ${blank} (${blankMs.toFixed(0)} ms)${isMissed ? ' MISSED' : ''}\n`,
  )
}
