import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { cachedSketchbook } from '../bots/cached-sketchbook.ts'
import { loadSketchbook } from '../bots/library-sketchbook.ts'
import { fastPace } from '../bots/pace.ts'
import { playGame } from '../bots/play-game.ts'
import { htmlReport } from '../runner/reports/html.ts'
import type { RunReport } from '../runner/reports/report.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { say } from './figures.ts'

/* The report of a run with 200 chains of six: its size, and how fast it is generated and displayed. */

const CHAINS = 200
const HANDS = 8

const access = inProcessTarget({ seed: 'report', clock: '2026-01-01T12:00:00-05:00' })
const sketchbook = cachedSketchbook(loadSketchbook(), HANDS)
const chains: RunReport['chains'][number][] = []
for (let at = 0; at < CHAINS; at++) {
  const plan = { access, sketchbook, pace: fastPace, players: 6, personas: ['steady'] as const }
  const { results } = await playGame({ ...plan, seed: `chain ${at}` })
  if (results) chains.push(results)
}
const startedAt = performance.now()
const timings = { calls: 0, errors: 0, p50: 0, p95: 0, p99: 0, max: 0 }
const about = {
  name: 'a gallery',
  file: 'gallery.yaml',
  target: 'in process',
  seed: '1',
  durationMs: 0,
  begunAt: '',
  versions: { toolkit: '', server: null },
}
const run: RunReport = { ...about, outcome: 'passed', steps: [], brokenThresholds: [], timings, chains }
const page = htmlReport([run])
say('creating the report of 200 chains', (performance.now() - startedAt) / 1000, 's', 2)
say('chains in the report', chains.length, '', CHAINS, 'at least')
say('size of the report', Buffer.byteLength(page) / 1e6, 'MB', 12)
say('first picture of the report in Chromium', await secondsToFirstPicture(page), 's', 2)

/** The time from opening the page from disk until its first picture is visible. */
async function secondsToFirstPicture(html: string): Promise<number> {
  const found = await import(new URL('../../.scripts/chromium.mjs', import.meta.url).href)
  const folder = await mkdtemp(join(tmpdir(), 'inkling-report-'))
  const file = join(folder, 'report.html')
  await writeFile(file, html)
  const browser = await chromium.launch({
    executablePath: await found.ensureChromium(),
    args: ['--no-sandbox', '--no-first-run'],
  })
  try {
    const tab = await browser.newPage()
    const opened = performance.now()
    await tab.goto(pathToFileURL(file).href, { waitUntil: 'commit' })
    const picture = tab.locator('img').first()
    await picture.waitFor()
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    return (performance.now() - opened) / 1000
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}
