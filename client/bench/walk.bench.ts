import { chromium, type Locator, type Page } from '@playwright/test'
import { newPlayer } from './player.ts'
import { serve } from './server.ts'

/*
 * How long the way of an invited newcomer to the first stroke is, on a small phone: the taps, screens and words from the
 * link of a group of five. Typing the name does not count as a tap. Reading time is at 238 words a minute.
 */

const PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
const MAX_TAPS = 5
/** Most of them are prescribed: tagline, blurbs, buttons and what the screens before a turn explain. */
const MAX_WORDS = 125
const WORDS_PER_MINUTE = 238

interface Screen {
  readonly name: string
  /** All words, and those that are in sight before anything is scrolled. */
  readonly words: number
  readonly inSight: number
}

const screens: Screen[] = []
let taps = 0

const found = await import(new URL('../../.scripts/browsers/chromium.mjs', import.meta.url).href)
const executablePath: string = await found.ensureChromium()
const served = await serve()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run'] })
try {
  const page = await (await browser.newContext(PHONE)).newPage()
  await page.goto(`${served.url}/?code=${await groupOfFive(served.url)}`)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await page.getByText('Sunday Table').waitFor()
  await leave('invitation', button('Get Started'))
  await page.keyboard.type('Lena')
  await leave('profile', button('Start Playing!'))
  await leave('notifications', button('Maybe Later'))
  await leave('group', button(/today's (word|drawing)/))
  await leave('ready', button("Let's Go!"))
  await page.locator('canvas').waitFor()
  await look('turn', page)

  for (const { name, words, inSight } of screens)
    process.stdout.write(`${name}: ${words} words, ${inSight} of them in sight at once\n`)
  const words = screens.reduce((sum, screen) => sum + screen.words, 0)
  report('taps, and a name', taps, MAX_TAPS)
  report('screens', screens.length, screens.length)
  report('words', words, MAX_WORDS)
  process.stdout.write(`reading time: ${Math.round((words / WORDS_PER_MINUTE) * 60)} s\n`)
} finally {
  await browser.close()
  await served.stop()
}

/** @returns the code of a group in which nobody has played yet */
async function groupOfFive(url: string): Promise<string> {
  const [host, ...others] = await Promise.all(Array.from({ length: 5 }, () => newPlayer(url)))
  if (!host) throw new Error('The group has no host')
  const { code } = await host.api.createGroup({ body: { name: 'Sunday Table', avatar: '🍲' } })
  for (const { api } of others) await api.joinGroup({ body: { code } })
  return code
}

/** Reads a screen, and leaves it with a tap. */
async function leave(name: string, button: Locator): Promise<void> {
  await button.waitFor()
  await look(name, button.page())
  taps++
  await button.tap()
  await button.waitFor({ state: 'detached' })
}

async function look(name: string, page: Page): Promise<void> {
  // What is loaded on demand is read too.
  await page.waitForLoadState('networkidle')
  screens.push({ name, ...(await page.evaluate(countWords)) })
}

/** Counts the words that people see. Runs in the page. */
function countWords(): { words: number; inSight: number } {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let words = 0
  let inSight = 0
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (!element?.checkVisibility() || element.closest('.visually-hidden, script, style')) continue
    const count = texts.currentNode.textContent?.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0
    words += count
    if (element.getBoundingClientRect().top < window.innerHeight) inSight += count
  }
  return { words, inSight }
}

function report(name: string, count: number, max: number): void {
  const isMissed = count > max
  if (isMissed) process.exitCode = 1
  process.stdout.write(`${name}: ${count}${isMissed ? ` (at most ${max}) MISSED` : ''}\n`)
}
