import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@inkling/mock-server/contract/client/client'
import { startServer } from '@inkling/mock-server/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { binary, homeIn, start } from '../../binary.fixture.ts'
import { pathWithInkling } from '../../global-install.fixture.ts'
import { listening } from '../../local-server.fixture.ts'

async function ownFolder(): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-stop-'))
  onTestFinished(() => rm(cwd, { recursive: true, force: true }))
  return cwd
}

/** Stops an in-memory server that saves its world in a file, and returns the file's users and what the server said. */
async function saved(stop: (process: ChildProcess) => void) {
  const cwd = await ownFolder()
  const words = ['serve', '--memory', '--world', 'world.json', '--save-on-exit', '--port', '0']
  const server = start(words, { cwd })
  const baseUrl = (await server.firstLine).split(' ').at(-1) ?? ''
  await createClient({ baseUrl, fetch }).signInDevice({ body: { deviceId: 'device_of_the_last_moment' } })
  stop(server.process)
  const { code, stderr } = await server.ended
  expect(code, stderr).toBe(0)
  expect(stderr).toMatch(/Stopped by SIG\w+\./)
  return JSON.stringify(await readFile(join(cwd, 'world.json'), 'utf8'))
}

test('the end of the terminal saves the world', async () => {
  expect(await saved((server) => void server.kill('SIGHUP'))).toMatch(/Player\d{4}/)
})

// A supervisor may signal every process of the tree, and the parent may pass its signal on, as task runners do.
test.each([
  ['SIGTERM', 0],
  ['SIGINT', 5],
  ['SIGINT', 25],
] as const)('two %s within %d ms are one', async (signal, ms) => {
  const twice = (server: ChildProcess) => {
    server.kill(signal)
    // Not a timer: on a busy machine, it may end after the second within which two are one.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    server.kill(signal)
  }
  expect(await saved(twice)).toMatch(/Player\d{4}/)
})

test('a server that npx runs stops when npx is stopped', async () => {
  const cwd = await ownFolder()
  // npx passes a signal to its shell, and that to nobody. `:` keeps the shell from being replaced by the server.
  const words = [process.execPath, binary, 'serve', '--memory', '--port', '0'].map((word) => `'${word}'`)
  const shell = spawn('sh', ['-c', `${words.join(' ')}; :`], {
    cwd,
    env: { PATH: process.env.PATH, ...homeIn(cwd), npm_lifecycle_script: "'inkling'" },
  })
  let said = ''
  shell.stderr.on('data', (data) => {
    said += data
  })
  await once(shell.stdout, 'data')
  shell.stdout.resume()
  // The server holds the pipes until it ends.
  const closed = once(shell, 'close')
  shell.kill('SIGTERM')
  await closed
  expect(said).toContain('Stopped by SIGTERM.')
})

test('a command that the console runs ends with the console', async () => {
  const cwd = await ownFolder()
  const silent = createServer()
  onTestFinished(() => void silent.close())
  const called = once(silent, 'request')
  const target = await listening(silent)
  const command = spawn(process.execPath, [binary, 'user', 'list', '--target', target], {
    env: { PATH: process.env.PATH, ...homeIn(cwd) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await called
  const ended = once(command, 'exit')
  // As at the end of its parent, whatever ends it.
  command.disconnect()
  expect(await ended).toEqual([129, null])
})

test('the commands of the guide start a server in the background and stop it', async () => {
  const cwd = await ownFolder()
  const guide = await readFile(new URL('../../../COMMANDS.md', import.meta.url), 'utf8')
  const [, begin = '', end = ''] = /^```bash\n(inkling serve .* &)\n(kill .*)\n```$/m.exec(guide) ?? []
  const script = [
    begin.replace('--port 4000', '--port 0'),
    'for try in $(seq 600); do grep -q "is served at" inkling.log && break; sleep 0.1; done',
    end,
    'wait',
  ]
  const PATH = pathWithInkling(cwd)
  await writeFile(
    join(cwd, 'installed/bin/inkling'),
    `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`,
  )
  await chmod(join(cwd, 'installed/bin/inkling'), 0o755)
  const bash = spawn('bash', ['-c', script.join('\n')], {
    cwd,
    env: { ...homeIn(cwd), PATH },
    stdio: 'ignore',
  })
  await once(bash, 'close')
  expect(await readFile(join(cwd, 'inkling.log'), 'utf8')).toContain('Stopped by SIGTERM.')
})

test('a stopped simulation says so, prints what it did, and restores the server', async () => {
  const cwd = await ownFolder()
  const server = await startServer({ port: 0, data: null, adminKey: 'key-of-the-simulation' })
  onTestFinished(() => server.close())
  const admin = createClient({ baseUrl: server.url, fetch, adminKey: 'key-of-the-simulation' })
  const users = async () => (await admin.getControlStatus()).counts.users
  const words = ['simulate', '--groups', '2', '--days', '3650', '--seed', '1', '--target', server.url]
  const simulation = start([...words, '--yes'], {
    cwd,
    env: { INKLING_ADMIN_KEY: 'key-of-the-simulation' },
  })
  // Its start bundles the sources if they have changed, which takes a busy machine half a minute.
  const isPlaying = async () => expect(await users()).toBeGreaterThan(0)
  await vi.waitFor(isPlaying, { timeout: 120_000, interval: 100 })
  simulation.process.kill('SIGTERM')
  const { code, stdout, stderr } = await simulation.ended
  expect(stderr).toContain('stopped early; this is the result until then')
  expect(stdout).toContain('seed 1')
  expect(code).toBe(130)
  expect(await users()).toBe(0)
})
