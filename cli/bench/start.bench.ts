import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/* `npm start` on a fresh clone and a second time: from the command to the first page. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'inkling-start-'))

try {
  execFileSync('git', ['clone', '--quiet', root, folder])
  const bare = await floor()
  const first = await untilServed()
  const second = await untilServed()
  say('npm start on a fresh clone', first, 150, bare)
  say('npm start, second time', second, 8, bare)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Seconds from the command to the first page. */
async function untilServed(): Promise<number> {
  const start = performance.now()
  // In its own process group, so that all of npm's children end together.
  const npm = spawn('npm', ['start', '--silent', '--', '--port', '0', '--memory'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    for await (const line of createInterface({ input: npm.stdout })) {
      const url = line.match(/http:\/\/\S+/)?.[0]
      if (!url) continue
      const page = await fetch(url)
      if (!(await page.text()).includes('<script')) throw new Error(`${url} serves no client`)
      return (performance.now() - start) / 1000
    }
    throw new Error('npm start ended before it served anything')
  } finally {
    if (npm.pid && npm.exitCode === null) {
      process.kill(-npm.pid, 'SIGTERM')
      await once(npm, 'exit')
    }
  }
}

/** Seconds that npm takes to start. */
async function floor(): Promise<number> {
  const start = performance.now()
  execFileSync('npm', ['pkg', 'get', 'name'], { cwd: folder, stdio: 'ignore' })
  return (performance.now() - start) / 1000
}

function say(name: string, seconds: number, bound: number, bare: number): void {
  const ratio = (seconds / bare).toFixed(1)
  process.stdout.write(`${name}: ${seconds.toFixed(1)} s (bound ${bound} s; ${ratio} times a bare npm)\n`)
  if (seconds > bound) process.exitCode = 1
}
