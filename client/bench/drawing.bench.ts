import { chromium, type Page } from '@playwright/test'
import { serve } from '../e2e/server.ts'
import { measure } from './drawing-measures.ts'
import { newPlayer, openAs } from './player.ts'

/*
 * What drawing costs on a slow phone: the built client in Chromium with its processor slowed 4 times, a screen of 360
 * pixels with two to a CSS pixel.
 */

const SLOWDOWN = 4

const found = await import(new URL('../../cli/dev/chromium.mjs', import.meta.url).href)
const executablePath: string = await found.ensureChromium()
const served = await serve()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run'] })
try {
  const page = await inDrawingTurn()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const figures = await page.evaluate(measure)
  say('pointer handler, thickest brush, p95', figures.handler, 'ms', 4)
  say('a frame of drawing, handler and paint, longest', figures.frame, 'ms', 16.7)
  say('fill of the whole sheet, until it is shown, p95', figures.fill, 'ms', 12)
  process.stdout.write(`what it leaves for after that, p95: ${figures.fillLater.toFixed(2)} ms\n`)
  process.stdout.write(`writing and showing a sheet and no more, p95: ${figures.fillFloor.toFixed(2)} ms\n`)
  say('undo at 200 strokes, p95', figures.undo, 'ms', 16)
  say('redo at 200 strokes, p95', figures.redo, 'ms', 16)
  say('samples kept of 8 in an event', figures.samples, '', 8, 'exactly')
} finally {
  await browser.close()
  await served.stop()
}

/** A page on which a player of the public game has just begun to draw. */
async function inDrawingTurn(): Promise<Page> {
  const player = await newPlayer(served.url)
  await player.api.jumpIn()
  await player.api.startTurn()
  const page = await openAs(player, browser)
  await page.goto(`${served.url}/game/draw`)
  await page.locator('canvas').waitFor()
  return page
}

function say(name: string, value: number, unit: string, bound: number, kind = 'at most'): void {
  const missed = kind === 'exactly' ? value !== bound : value > bound
  if (missed) process.exitCode = 1
  process.stdout.write(
    `${name}: ${Number(value.toFixed(2))}${unit && ` ${unit}`} (${kind} ${bound})${missed ? ' MISSED' : ''}\n`,
  )
}
