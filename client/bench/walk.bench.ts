import { chromium, type Locator, type Page } from '@playwright/test'
import { newPlayer } from './player.ts'
import { serve } from './server.ts'

/*
 * How long the way of an invited newcomer to the first stroke is, on a small phone: the taps, screens and words from the
 * link of a group of five. Typing the name does not count as a tap. Words on buttons and tabs are counted apart, because
 * they are not read one by one; reading time is that of the others, at 238 words a minute.
 */

const PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
const MAX_TAPS = 5
/** Most are prescribed: tagline, blurbs, buttons, and what the screens before a turn explain. */
const MAX_WORDS = { toRead: 105, onButtons: 45 }
const WORDS_PER_MINUTE = 238

let taps = 0
let screens = 0
const sum = { toRead: 0, onButtons: 0 }

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

  report('taps, and a name', taps, MAX_TAPS)
  report('screens', screens, screens)
  report('words to read', sum.toRead, MAX_WORDS.toRead)
  report('words on buttons and tabs', sum.onButtons, MAX_WORDS.onButtons)
  process.stdout.write(`reading time: ${Math.round((sum.toRead / WORDS_PER_MINUTE) * 60)} s\n`)
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
  const words = await page.evaluate(countWords)
  screens++
  sum.toRead += words.toRead
  sum.onButtons += words.onButtons
  process.stdout.write(`${name}: ${words.toRead} words to read, ${words.onButtons} on buttons and tabs\n`)
}

/** Counts the words that people see. Runs in the page. */
function countWords(): typeof sum {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const words = { toRead: 0, onButtons: 0 }
  const range = document.createRange()
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    range.selectNodeContents(texts.currentNode)
    if (range.getClientRects().length === 0 || element?.closest('.visually-hidden, svg')) continue
    const count = texts.currentNode.textContent?.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0
    words[element?.closest('button, a:not(p > a)') ? 'onButtons' : 'toRead'] += count
  }
  return words
}

function report(name: string, count: number, max: number): void {
  const isMissed = count > max
  if (isMissed) process.exitCode = 1
  process.stdout.write(`${name}: ${count}${isMissed ? ` (at most ${max}) MISSED` : ''}\n`)
}
