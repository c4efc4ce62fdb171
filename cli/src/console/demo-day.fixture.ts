import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { adminHeaders, type Started, start } from '../binary.fixture.ts'
import { consolesInProcess, type InProcessOptions } from './screen/in-process.fixture.ts'
import { startConsole, type TerminalConsole, type TestConsole } from './screen/terminal.fixture.ts'
import type { Size } from './state/state.ts'

export const SMALL: Size = { columns: 80, rows: 24 }
export const LARGE: Size = { columns: 140, rows: 45 }
export const HUGE: Size = { columns: 200, rows: 60 }

const NOW = '2026-03-07T18:40:00-05:00'

/** A demo day on a real server with a frozen clock, and consoles that watch it, for the tests of one file. */
export function demoDay() {
  const day = { cwd: '', url: '' }
  const terminals: TerminalConsole[] = []
  const inProcess = consolesInProcess()
  let server: Started

  beforeAll(async () => {
    day.cwd = await mkdtemp(join(tmpdir(), 'inkling-console-'))
    const args = ['--memory', '--port', '0', '--seed', 'console', '--world', 'demo', '--clock', NOW]
    server = start(['serve', ...args], { cwd: day.cwd })
    day.url = (await server.firstLine).split(' ').at(-1) ?? ''
    for (const change of [{ freeze: true }, { set: NOW }]) {
      await fetch(`${day.url}/control/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...adminHeaders(day.url, day.cwd) },
        body: JSON.stringify(change),
      })
    }
  })

  afterEach(() => {
    for (const terminal of terminals.splice(0)) terminal.pty.kill()
  })

  afterAll(async () => {
    server.process.kill('SIGTERM')
    await server.ended
    await rm(day.cwd, { recursive: true, force: true })
  })

  return {
    /** The server's URL, once the tests run. */
    url: () => day.url,
    cwd: () => day.cwd,
    /** Opens a console in this process, which cannot run commands. */
    look(size = SMALL, options: InProcessOptions = {}): TestConsole {
      const adminKey = adminHeaders(day.url, day.cwd)['x-admin-key']
      return inProcess.start({ target: day.url, ...(adminKey && { adminKey }) }, size, options)
    },
    /** Opens a console in a process and a terminal of its own. */
    open(
      size = SMALL,
      args: readonly string[] = [],
      env: Readonly<Record<string, string>> = {},
    ): TerminalConsole {
      const terminal = startConsole(['console', '--target', day.url, ...args], size, day.cwd, env)
      terminals.push(terminal)
      return terminal
    },
  }
}

/** A screen for a golden file: the port and the server's speed differ each time. */
export const golden = (screen: string) =>
  `${screen.replace(/localhost:\d{5}/g, 'localhost:00000').replace(/p99 [ \d]{4} ms/g, 'p99    0 ms')}\n`
