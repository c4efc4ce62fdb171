import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { startServer } from '@inkling/mock-server/server'
import { spawn as spawnInTerminal } from '@lydell/node-pty'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { homeIn, inkling } from '../../binary.fixture.ts'

/* Processes whose log or progress cannot be written. */

const binary = fileURLToPath(new URL('../../../bin/inkling.mjs', import.meta.url))
const { PATH = '' } = process.env

let cwd: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-unwritable-'))
  // Builds the bundle if needed.
  expect((await inkling(['--version'], { cwd })).code).toBe(0)
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

/** Makes calls that are logged, each in more than 10 kB. */
async function call(url: string, times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    const response = await fetch(`${url}/api/${'x'.repeat(10_000)}`, { signal: AbortSignal.timeout(15_000) })
    expect(response.status).toBe(404)
    await response.arrayBuffer()
  }
}

test.each(['a full disk', 'a pipe that nobody reads'])(
  'a server whose log is %s serves and stops',
  async (log) => {
    const full = openSync('/dev/full', 'w')
    const stdio = ['ignore', 'pipe', log === 'a full disk' ? full : 'pipe'] as const
    const child = spawn(process.execPath, [binary, 'serve', '--memory', '--port', '0', '-o', 'json'], {
      cwd,
      env: { PATH, ...homeIn(cwd), NODE_ENV: 'production', ADMIN_KEY: 'key-of-the-log', LOG_LEVEL: 'debug' },
      stdio: [...stdio],
    })
    closeSync(full)
    onTestFinished(() => void child.kill('SIGKILL'))
    const [line] = await once(createInterface({ input: child.stdout as Readable }), 'line')
    await call(JSON.parse(String(line)).url, 30)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
)

test('a server whose terminal is closed serves and stops', async () => {
  const pid = join(cwd, 'pid')
  // Like a job of a shell that has disowned it: the terminal's end sends it no signal.
  const command = `setsid "$@" & echo $! > ${pid}; wait`
  const words = [process.execPath, binary, 'serve', '--memory', '--port', '0', '--verbose']
  const terminal = spawnInTerminal('bash', ['-c', command, 'bash', ...words], {
    cwd,
    env: { PATH, ...homeIn(cwd) },
  })
  let said = ''
  terminal.onData((text) => {
    said += text
  })
  const [, url = ''] = await vi.waitUntil(() => /served at (\S+)\s/.exec(said), { timeout: 60_000 })
  const id = Number(await readFile(pid, 'utf8'))
  onTestFinished(() => {
    if (isAlive(id)) process.kill(id, 'SIGKILL')
  })
  terminal.kill('SIGKILL')
  await call(url, 10)
  process.kill(id, 'SIGTERM')
  await vi.waitUntil(() => !isAlive(id), { timeout: 15_000 })
})

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

/** Runs a command on a server, of whose output and progress `head` reads the first lines. */
async function headOf(
  lines: number,
  words: readonly string[],
  { url, adminKey }: { url: string; adminKey: string | null },
) {
  const command = [process.execPath, binary, ...words, '--target', url]
  const child = spawn('bash', ['-c', `set -o pipefail; "$@" 2>&1 | head -n ${lines}`, 'bash', ...command], {
    cwd,
    env: { PATH, ...homeIn(cwd), INKLING_ADMIN_KEY: adminKey ?? '' },
  })
  const [code] = await once(child, 'exit')
  return code
}

async function sharedServer() {
  const server = await startServer({ port: 0, data: null, seed: 'log', clock: '2026-03-07T12:00:00-05:00' })
  onTestFinished(() => server.close())
  return server
}

test('a run whose progress nobody reads restores the server', async () => {
  const server = await sharedServer()
  const moves = Array.from({ length: 30 }, () => '  - { clock: { advance: 1m } }').join('\n')
  await writeFile(
    join(cwd, 'later.yaml'),
    `version: 1\nname: later\nconfig: { clock: 2027-03-07T12:00:00-05:00 }\nbots: { ann: {} }\nsteps:\n${moves}\n`,
  )
  await headOf(12, ['scenario', 'run', 'later.yaml', '--verbose'], server)
  expect(server.clock.now()).toMatch(/^2026-03-07T17:00/)
})

test('a load whose progress nobody reads writes its report', async () => {
  const server = await sharedServer()
  await writeFile(
    join(cwd, 'load.yaml'),
    'version: 1\nname: short\nplayers: 3\nprofile: steady\nduration: 2s\nwarm-up: 0s\nlimits: { calls: 10000, duration: 10s }\n',
  )
  const report = join(cwd, 'load.json')
  await headOf(0, ['load', 'run', 'load.yaml', '--verbose', '--report', `json=${report}`], server)
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ format: 'inkling-load' })
})
