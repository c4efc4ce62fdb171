import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createClient } from '@inkling/mock-server/contract/client/client'
import { startServer } from '@inkling/mock-server/server'
import { expect, test } from 'vitest'
import { inkling } from './binary.fixture.ts'
import { programFixture } from './program.fixture.ts'

const binary = fileURLToPath(new URL('../bin/inkling.mjs', import.meta.url))

const { run, folder } = programFixture({})

/** Limits the size of files to 24 kB. Beyond it, each write fails, as on a full disk. */
const LIMITED = 'trap "" XFSZ; ulimit -f 24; exec "$@"'

async function signedIn(baseUrl: string) {
  const { token } = await createClient({ baseUrl, fetch }).signInDevice({
    body: { deviceId: 'device_of_a_full_disk' },
  })
  return createClient({ baseUrl, fetch, token: () => token })
}

async function serveOnFullDisk(cwd: string) {
  const command = [process.execPath, binary, 'serve', '--port', '0', '--data', 'data']
  const child = spawn('bash', ['-c', LIMITED, 'bash', ...command], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const log: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${code} before it served anything`)
  })
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  return {
    log,
    client: await signedIn(String(line).split(' ').at(-1) ?? ''),
    async stop() {
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
    },
  }
}

test('on a full disk writes are refused, reads are served, and no acknowledged write is lost', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-full-'))
  try {
    // Builds the bundle if needed, because its files exceed the limit.
    expect((await inkling(['--version'], { cwd })).code).toBe(0)
    const full = await serveOnFullDisk(cwd)
    let written = 0
    const rename = (number: number) => full.client.updateProfile({ body: { username: `Writer${number}` } })
    const refusal = await (async () => {
      for (;;) {
        try {
          await rename(written + 1)
          written++
        } catch (error) {
          return error
        }
      }
    })()
    expect(refusal).toMatchObject({ code: 'UNAVAILABLE', status: 503 })
    expect(written).toBeGreaterThan(10)
    await expect(rename(written + 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect((await full.client.getProfile()).username).toBe(`Writer${written}`)
    await full.stop()
    const failure = JSON.parse(full.log.find((line) => line.includes('a call failed')) ?? '{}')
    expect(failure).toMatchObject({ level: 'error', requestId: expect.any(String) })
    expect(failure.err).toEqual({
      type: 'StoreUnavailableError',
      message: expect.stringMatching(
        /^The store is unavailable: \S+ cannot be written: EFBIG: file too large/,
      ),
    })

    const roomy = await startServer({ port: 0, data: join(cwd, 'data') })
    const client = await signedIn(roomy.url)
    expect((await client.getProfile()).username).toBe(`Writer${written}`)
    await client.updateProfile({ body: { username: 'Relieved' } })
    await roomy.close()
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
})

test.skipIf(!existsSync('/dev/full'))('standard output on a full disk is reported', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-full-'))
  const command = [process.execPath, binary, 'scenario', 'list', '--shipped']
  const child = spawn('bash', ['-c', 'exec "$@" > /dev/full', 'bash', ...command], { cwd, stdio: 'pipe' })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(stderr).toMatch(/^inkling: standard output cannot be written \(ENOSPC: [^\n]+\n$/)
  expect(code).toBe(3)
  await rm(cwd, { recursive: true, force: true })
})

test.skipIf(!existsSync('/dev/full'))('a report that cannot be written is kept elsewhere', async () => {
  const junit = join(folder, 'run.xml')
  const words = ['scenario', 'run', 'first-day', '--report', 'json=/dev/full', '--report', `junit=${junit}`]
  const { stdout, stderr, code } = await run(words, { TMPDIR: folder })
  expect(stdout).toContain('19 of 19 steps passed')
  expect(stderr).toMatch(/the report \/dev\/full cannot be written \(ENOSPC: [^)]+\): it is in \S+ instead/)
  const [, file = ''] = /it is in (\S+) instead/.exec(stderr) ?? []
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ runs: [{ outcome: 'passed' }] })
  expect((await stat(junit)).mode & 0o777).toBe(0o666 & ~process.umask())
  expect(code).toBe(3)
})
