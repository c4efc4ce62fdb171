import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve } from './server.ts'

/*
 * Lighthouse's scores for a first visit on its simulated slow phone: the median of three runs, on a machine that should
 * be idle. The first run installs Lighthouse.
 */

const RUNS = 3
const MIN_SCORE = 95
const CHROMIUM_ARGS =
  '--headless=new --no-sandbox --disable-quic --disable-background-networking --disable-component-update --disable-sync --no-first-run'

interface Report {
  categories: Record<string, { score: number | null }>
}

const folder = fileURLToPath(new URL('../../client/bench/lighthouse', import.meta.url))
if (!existsSync(join(folder, 'node_modules'))) {
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'], {
    stdio: 'inherit',
  })
}
const found = await import(new URL('../../.scripts/browsers/chromium.mjs', import.meta.url).href)
const chromium: string = await found.ensureChromium()
const served = await serve()
try {
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run++) reports.push(await lighthouse(served.url))
  for (const name of Object.keys(reports[0]?.categories ?? {})) {
    const scores = reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100))
    const median = scores.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
    const missed = median < MIN_SCORE
    if (missed) process.exitCode = 1
    process.stdout.write(`Lighthouse, ${name}: ${median} (at least ${MIN_SCORE})${missed ? ' MISSED' : ''}\n`)
  }
} finally {
  await served.stop()
}

async function lighthouse(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(folder, 'node_modules/lighthouse/cli/index.js'),
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility,best-practices',
      `--chrome-flags=${CHROMIUM_ARGS}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout) as Report
}
