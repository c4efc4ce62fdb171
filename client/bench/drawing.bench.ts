import { chromium, type Page } from '@playwright/test'
import { type Figures, measure } from './drawing-measures.ts'
import { newPlayer, openAs } from './player.ts'
import { serve } from './server.ts'

/*
 * The cost of drawing on a slow phone: the built client in Chromium with its CPU throttled 4x, on a screen of
 * 360 CSS pixels with a device pixel ratio of 2. Reports the median of five browsers, because throttling also
 * multiplies the time spent waiting for a core.
 */

const SLOWDOWN = 4
const ROUNDS = 5

const found = await import(new URL('../../.scripts/browsers/chromium.mjs', import.meta.url).href)
const executablePath: string = await found.ensureChromium()
const rounds: Figures[] = []
for (let round = 0; round < ROUNDS; round++) rounds.push(await inNewBrowser())

say('pointer handler, thickest brush, p95', 'handler', 4)
say('longest frame while drawing, handler and paint', 'frame', 16.7)
say('fill of the whole sheet, until it is displayed, p95', 'fill', 12)
say('deferred work after a fill, p95', 'fillLater')
say('lower bound of a fill: writing and displaying the sheet, p95', 'fillFloor')
say('undo at 200 strokes, p95', 'undo', 16)
say('redo at 200 strokes, p95', 'redo', 16)
const samples = rounds.map((round) => round.samples)
const areComplete = samples.every((count) => count === 8)
if (!areComplete) process.exitCode = 1
process.stdout.write(
  `stored samples of 8 in an event: ${samples.join(', ')}${areComplete ? '' : ' MISSED'}\n`,
)

async function inNewBrowser(): Promise<Figures> {
  const served = await serve()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run'] })
  try {
    const player = await newPlayer(served.url)
    await player.api.jumpIn()
    await player.api.startTurn()
    const page = await openAs(player, browser)
    return await inDrawingTurn(page, served.url)
  } finally {
    await browser.close()
    await served.stop()
  }
}

/** Runs on the page of a player who has just started a drawing turn. */
async function inDrawingTurn(page: Page, url: string): Promise<Figures> {
  await page.goto(`${url}/game/draw`)
  await page.locator('canvas').waitFor()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return page.evaluate(measure)
}

function say(name: string, figure: keyof Figures, max = Number.POSITIVE_INFINITY): void {
  const values = rounds.map((round) => round[figure]).sort((a, b) => a - b)
  const rank = (at: number) => values[at] ?? Number.NaN
  const median = rank(Math.floor(ROUNDS / 2))
  const isMissed = !(median <= max)
  if (isMissed) process.exitCode = 1
  const bound = Number.isFinite(max) ? `at most ${max}; ` : ''
  const [best, worst] = [rank(0).toFixed(2), rank(ROUNDS - 1).toFixed(2)]
  process.stdout.write(
    `${name}: ${median.toFixed(2)} ms (${bound}${best} to ${worst})${isMissed ? ' MISSED' : ''}\n`,
  )
}
