import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientOf } from '@inkling/mock-server/contract/client/client'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { homeIn } from '../binary.fixture.ts'
import { pathWithInkling } from '../global-install.fixture.ts'
import { consolesInProcess, type InProcessOptions } from './screen/in-process.fixture.ts'
import { startConsole, type TerminalConsole, type TestConsole } from './screen/terminal.fixture.ts'
import type { Size } from './state/state.ts'

export const SMALL: Size = { columns: 80, rows: 24 }
export const LARGE: Size = { columns: 140, rows: 45 }

const NOW = '2026-03-07T18:40:00-05:00'
const ADMIN_KEY = 'key-of-the-demo-day'

/** The world of the first demo day. The others copy it: the drawings of a month take two seconds. */
let world: Awaited<ReturnType<ReturnType<typeof clientOf>['exportWorld']>> | undefined

async function serveDemoDay(): Promise<RunningServer> {
  const isFirst = world === undefined
  const server = await startServer({
    port: 0,
    data: null,
    seed: 'saturday',
    clock: NOW,
    adminKey: ADMIN_KEY,
    ...(isFirst && { world: 'demo' }),
  })
  server.clock.freezeAt(NOW)
  const admin = clientOf({ baseUrl: server.url, fetch, adminKey: ADMIN_KEY })
  if (world) await admin.restoreWorld({ body: world })
  else world = await admin.exportWorld()
  return server
}

/** A demo day on a real server with a frozen clock, and consoles that watch it, for the tests of one file. */
export function demoDay() {
  const terminals: TerminalConsole[] = []
  const inProcess = consolesInProcess()
  let cwd: string
  let server: RunningServer

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'inkling-console-'))
    server = await serveDemoDay()
  })

  beforeEach(() => {
    vi.stubEnv('npm_command', '')
    vi.stubEnv('PATH', pathWithInkling(cwd))
  })

  afterEach(() => {
    vi.unstubAllEnvs()
    for (const terminal of terminals.splice(0)) terminal.pty.kill()
  })

  afterAll(async () => {
    await server.close()
    // A console that was killed may still be writing.
    await rm(cwd, { recursive: true, force: true, maxRetries: 10 })
  })

  return {
    /** The server's URL, once the tests run. */
    url: () => server.url,
    cwd: () => cwd,
    /** The variables that give other consoles access to the server. */
    access: () => ({ INKLING_TARGET: server.url, INKLING_ADMIN_KEY: ADMIN_KEY }),
    /** Opens a console in this process. */
    look(size = SMALL, options: InProcessOptions = {}): TestConsole {
      const flags = { target: server.url, adminKey: ADMIN_KEY }
      return inProcess.start(flags, size, { environment: homeIn(cwd), ...options })
    },
    /** Opens a console in a process and a terminal of its own. */
    open(
      size = SMALL,
      args: readonly string[] = [],
      env: Readonly<Record<string, string>> = {},
    ): TerminalConsole {
      const words = ['console', '--target', server.url, ...args]
      const terminal = startConsole(words, size, cwd, { INKLING_ADMIN_KEY: ADMIN_KEY, ...env })
      terminals.push(terminal)
      return terminal
    },
  }
}

/** A screen for a golden file: the port and the server's speed differ each time. */
export const golden = (screen: string) =>
  `${screen.replace(/localhost:\d{5}/g, 'localhost:00000').replace(/p99 [ \d]{4} ms/g, 'p99    0 ms')}\n`
