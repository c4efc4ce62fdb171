import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInProcessServer, type InProcessOptions } from '@inkling/mock-server/in-process'
import * as pooled from '@inkling/scenarios/bots/pooled-fetch'
import { afterAll, afterEach, vi } from 'vitest'
import type { Ended } from './binary.fixture.ts'
import { forgetFacts } from './calls/target-facts.ts'
import { pathWithInkling } from './global-install.fixture.ts'
import { runProgram } from './program.ts'

/** A server in this process that records its calls. */
export interface RecordedServer {
  readonly fetch: typeof fetch
  /** Method and path of every call so far. */
  readonly calls: string[]
  /** The calls that are not reads. */
  changes(): string[]
  forget(): void
}

/** A server whose clock is frozen at noon unless another time is given: no test plays across midnight. */
export function recordedServer(options: InProcessOptions = {}): RecordedServer {
  return recordCalls(createInProcessServer({ clock: '2026-03-07T12:00:00-05:00', ...options }).fetch)
}

/** Records the calls to a transport. */
export function recordCalls(transport: typeof fetch): RecordedServer {
  const calls: string[] = []
  return {
    calls,
    changes: () => calls.filter((call) => !call.startsWith('GET ')),
    forget: () => void calls.splice(0),
    fetch: (input, init) => {
      calls.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`)
      return transport(input, init)
    },
  }
}

/**
 * Runs command lines in this process, with the given servers by host instead of the network, and with its own folders. They
 * are called as `inkling`, as after a global installation.
 */
export function programFixture(servers: Readonly<Record<string, RecordedServer>>) {
  const folder = mkdtempSync(join(tmpdir(), 'inkling-program-'))
  const PATH = pathWithInkling(folder)
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  return {
    folder,
    state: join(folder, 'state/inkling'),
    async run(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
      vi.stubGlobal('fetch', (async (input, init) => {
        const server = servers[new URL(String(input)).host]
        if (!server) throw new TypeError('fetch failed')
        return server.fetch(input, init)
      }) satisfies typeof fetch)
      // The pool of bots does not use the global fetch, whose replies the program bounds.
      const pool = vi
        .spyOn(pooled, 'pooledFetch')
        .mockImplementation(() => (input, init) => fetch(input, init))
      const surroundings = {
        HOME: folder,
        XDG_CONFIG_HOME: join(folder, 'config'),
        XDG_STATE_HOME: join(folder, 'state'),
        XDG_RUNTIME_DIR: join(folder, 'run'),
        npm_command: '',
        PATH,
        ...env,
      }
      for (const [name, value] of Object.entries(surroundings)) vi.stubEnv(name, value)
      // A new process would not have cached facts.
      forgetFacts()
      const said = { stdout: '', stderr: '' }
      const keep = (name: 'stdout' | 'stderr') =>
        vi.spyOn(process[name], 'write').mockImplementation((text) => {
          said[name] += String(text)
          return true
        })
      const spies = [pool, keep('stdout'), keep('stderr')]
      const before = process.exitCode
      process.exitCode = undefined
      try {
        const failed = await runProgram(words)
        return { code: failed ?? Number(process.exitCode ?? 0), ...said }
      } finally {
        process.exitCode = before
        for (const spy of spies) spy.mockRestore()
      }
    },
  }
}
